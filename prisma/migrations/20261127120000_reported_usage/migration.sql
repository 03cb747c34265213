-- What providers report of a generation beside the tokens that are charged. No table is rewritten: the defaults are constants.
ALTER TABLE "generations"
  ADD COLUMN "read_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "written_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "cached_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "reasoning_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "audio_tokens" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "provider_cost" DOUBLE PRECISION;
