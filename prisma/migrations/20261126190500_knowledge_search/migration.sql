-- What the passages of sources are found by, and which of them a text cites.
ALTER TABLE "source_chunks"
  ADD COLUMN "tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "language" TEXT NOT NULL DEFAULT 'simple',
  ADD COLUMN "words" tsvector,
  ADD COLUMN "embedding" BYTEA,
  ADD COLUMN "embedding_scale" REAL,
  ADD COLUMN "embedding_dims" INTEGER,
  ADD COLUMN "embedding_model" TEXT;

-- Embeddings don't compress, and trying to costs time.
ALTER TABLE "source_chunks" ALTER COLUMN "embedding" SET STORAGE EXTERNAL;

DROP INDEX "source_chunks_user_id_profile_id_idx";
CREATE INDEX "source_chunks_user_id_profile_id_language_idx" ON "source_chunks"("user_id", "profile_id", "language");
DROP INDEX "source_chunks_profile_id_idx";
CREATE INDEX "source_chunks_profile_id_embedding_model_id_idx" ON "source_chunks"("profile_id", "embedding_model", "id");
CREATE INDEX "source_chunks_embedding_model_id_idx" ON "source_chunks"("embedding_model", "id");
-- A profile has one owner, and a search is always within one profile.
CREATE INDEX "source_chunks_words_idx" ON "source_chunks" USING GIN ("profile_id", "words");

-- A generated column can't turn the name of a language into a configuration.
CREATE FUNCTION "source_chunk_words"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- A backup may come from a server with other languages.
  config regconfig := coalesce((SELECT oid::regconfig FROM pg_ts_config WHERE cfgname = NEW.language LIMIT 1), 'simple');
BEGIN
  NEW.words := setweight(to_tsvector(config, NEW.headings), 'A') || setweight(to_tsvector(config, NEW.content), 'D');
  RETURN NEW;
END $$;
CREATE TRIGGER "source_chunk_words" BEFORE INSERT OR UPDATE OF "headings", "content", "language" ON "source_chunks"
  FOR EACH ROW EXECUTE FUNCTION "source_chunk_words"();
UPDATE "source_chunks" SET "language" = 'simple', "tokens" = ceil(length("content") / 3.0)::int;

CREATE TABLE "source_words" (
  "source_id" UUID NOT NULL,
  "word" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "profile_id" UUID NOT NULL,
  CONSTRAINT "source_words_pkey" PRIMARY KEY ("source_id", "word"),
  CONSTRAINT "source_words_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_words_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_words_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "source_words_user_id_idx" ON "source_words"("user_id");
CREATE INDEX "source_words_trigrams_idx" ON "source_words" USING GIN ("profile_id", "word" gin_trgm_ops);

CREATE TABLE "citations" (
  "text_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "profile_id" UUID NOT NULL,
  "sources" JSONB NOT NULL,
  "numbers" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
  CONSTRAINT "citations_pkey" PRIMARY KEY ("text_id"),
  CONSTRAINT "citations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "citations_user_id_idx" ON "citations"("user_id");

-- A text is in one of several tables, so no foreign key removes its citations.
CREATE FUNCTION "remove_citations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM citations WHERE text_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER "remove_citations" AFTER DELETE ON "messages" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "remove_citations"();
CREATE TRIGGER "remove_citations" AFTER DELETE ON "pieces" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "remove_citations"();
CREATE TRIGGER "remove_citations" AFTER DELETE ON "saved_contents" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "remove_citations"();
