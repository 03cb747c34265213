-- Images that belong to messages of chats: made for an answer, or chosen for a question.
CREATE TABLE "message_images" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "message_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "job_id" UUID,
  "item_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "message_images_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "message_images_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "message_images_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "message_images_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "media_jobs"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "message_images_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "media_items"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "message_images_message_id_position_key" ON "message_images"("message_id", "position");
CREATE INDEX "message_images_user_id_created_at_idx" ON "message_images"("user_id", "created_at");
CREATE INDEX "message_images_job_id_idx" ON "message_images"("job_id");
CREATE INDEX "message_images_item_id_idx" ON "message_images"("item_id");
