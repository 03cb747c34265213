-- Not in Prisma's schema, which knows neither partial indexes nor those over an expression.
-- All of a user's conversations by what the lists date them by, whatever part shows them: the palette's latest ones, and
-- titles that have a text too short for the index of texts.
CREATE INDEX "conversations_recent" ON "conversations"
  ("user_id", (CASE WHEN left("title", 9) = '[ChatGPT]' THEN coalesce("original_creation_date", "last_updated") ELSE "last_updated" END) DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL;
