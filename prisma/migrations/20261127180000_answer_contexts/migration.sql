-- Where the part of the conversation begins that an answer was based on, and how many messages before it were left out.
-- No table is rewritten: the default is a constant.
ALTER TABLE "generations"
  ADD COLUMN "context_from" UUID,
  ADD COLUMN "left_out" INTEGER NOT NULL DEFAULT 0;
