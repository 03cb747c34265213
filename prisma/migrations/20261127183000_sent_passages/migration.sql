-- What was sent of a brand's documents for a text can be read afterwards, also when the documents have changed.
CREATE TABLE "sent_passages" (
  "text_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "profile_id" UUID NOT NULL,
  "content" TEXT NOT NULL,
  CONSTRAINT "sent_passages_pkey" PRIMARY KEY ("text_id"),
  CONSTRAINT "sent_passages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sent_passages_user_id_idx" ON "sent_passages"("user_id");

-- A text is in one of several tables, so no foreign key removes what belongs to it.
CREATE OR REPLACE FUNCTION "remove_citations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM citations WHERE text_id IN (SELECT id FROM removed);
  DELETE FROM sent_passages WHERE text_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
