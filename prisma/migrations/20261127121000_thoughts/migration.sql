-- What reasoning models think before they answer. No table is rewritten: the defaults are constants.
ALTER TABLE "generations"
  ADD COLUMN "thought" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "thought_ms" INTEGER NOT NULL DEFAULT 0;
