-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "content_overflow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "content_url" TEXT,
ADD COLUMN     "context" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "context_overflow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "context_url" TEXT,
ADD COLUMN     "files" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "files_overflow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "files_url" TEXT,
ADD COLUMN     "full_content_urls" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "full_content_urls_overflow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "full_content_urls_storage_url" TEXT;

-- CreateTable
CREATE TABLE "attachments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "message_id" UUID,
    "position" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "stored_size" INTEGER NOT NULL,
    "pages" INTEGER,
    "characters" INTEGER,
    "object_key" TEXT NOT NULL,
    "read_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "attachments_user_id_idx" ON "attachments"("user_id");

-- CreateIndex
CREATE INDEX "attachments_message_id_idx" ON "attachments"("message_id");

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What waits to be moved out of its row (spec §9), for the job that finds what a dead process or a lost store left: empty
-- nearly always. Word for word as in the query, which else would read every message.
CREATE INDEX "messages_to_move_out" ON "messages" ("id")
 WHERE (char_length("content") > 500000 AND NOT "content_overflow")
    OR (char_length("context") > 500000 AND NOT "context_overflow")
    OR jsonb_array_length("files") > 5
    OR jsonb_array_length("full_content_urls") > 10;

-- Uploaded and not sent: removed by a job after a day.
CREATE INDEX "attachments_unsent" ON "attachments" ("created_at") WHERE "message_id" IS NULL;
