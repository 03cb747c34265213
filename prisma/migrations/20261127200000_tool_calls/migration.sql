-- What models ask to have done while they write an answer, and what came of it. No table is rewritten: the defaults are
-- constants.
ALTER TABLE "generations"
  ADD COLUMN "rounds" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "round_offset" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "round_thought" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "round_tokens" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "tool_rounds" (
  "generation_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "model" TEXT NOT NULL,
  "end_offset" INTEGER NOT NULL,
  "reasoning" JSONB,
  CONSTRAINT "tool_rounds_pkey" PRIMARY KEY ("generation_id", "number"),
  CONSTRAINT "tool_rounds_generation_id_fkey" FOREIGN KEY ("generation_id") REFERENCES "generations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TYPE "tool_call_state" AS ENUM ('running', 'done', 'failed', 'cut');
CREATE TABLE "tool_calls" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "message_id" UUID NOT NULL,
  "round" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "call_id" TEXT NOT NULL,
  "tool" TEXT NOT NULL,
  "input" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "state" "tool_call_state" NOT NULL DEFAULT 'running',
  "output" TEXT NOT NULL DEFAULT '',
  "note" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "tool_calls_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "tool_calls_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "tool_calls_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "tool_calls_message_id_round_position_key" ON "tool_calls"("message_id", "round", "position");
CREATE INDEX "tool_calls_user_id_idx" ON "tool_calls"("user_id");
