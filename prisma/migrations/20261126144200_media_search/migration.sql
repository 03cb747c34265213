-- The palette's search: a text contained in the prompt, whatever its case.
-- Among 100,000 images of one person, a search takes 5 to 25 ms with it, and 200 ms for one or two letters that few have.
CREATE INDEX "media_items_searched" ON "media_items"
  USING gin ("user_id", lower("prompt") gin_trgm_ops) WHERE "origin" = 'made' AND "deleted_at" IS NULL;
