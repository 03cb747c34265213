-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "searched_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "message_search" (
    "message_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "message_search_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "message_search_user_id_at_message_id_idx" ON "message_search"("user_id", "at" DESC, "message_id" DESC);

-- AddForeignKey
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What a search asks: the words of one user's messages. The user stands in front, so that other people's messages with
-- the same word are never looked at.
CREATE INDEX "message_search_words" ON "message_search" USING gin ("user_id", "words");

-- What is not indexed yet. After this migration that is everything, which the job index-messages takes on bit by bit.
CREATE INDEX "conversations_to_index" ON "conversations" ("user_id", "last_updated")
  WHERE "searched_until" IS DISTINCT FROM "last_updated" AND "last_message" <> '' AND "deleted_at" IS NULL;
