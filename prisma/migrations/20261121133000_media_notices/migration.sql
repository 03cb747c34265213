-- AlterTable
ALTER TABLE "media_jobs" ADD COLUMN     "mail_wanted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "seen_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "media_items" ADD COLUMN     "lora_id" UUID;

-- The gallery of one kind, and of one LoRA: either may be few among many.
CREATE INDEX "media_items_kind" ON "media_items" ("user_id", "kind", "created_at" DESC, "id" DESC)
  WHERE "origin" = 'made' AND "deleted_at" IS NULL;
CREATE INDEX "media_items_lora" ON "media_items" ("user_id", "lora_id", "created_at" DESC, "id" DESC)
  WHERE "origin" = 'made' AND "deleted_at" IS NULL AND "lora_id" IS NOT NULL;
