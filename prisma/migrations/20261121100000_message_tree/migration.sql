-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "active_leaf_id" UUID;

-- AlterTable
ALTER TABLE "shared_conversations" ADD COLUMN     "leaf_id" UUID;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "parent_id" UUID;

-- CreateIndex
CREATE INDEX "messages_parent_id_idx" ON "messages"("parent_id");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Conversations were straight until now: each message follows the one before it, and the last one is shown.
UPDATE "messages" SET "parent_id" = "ordered"."before"
  FROM (
    SELECT "id", lag("id") OVER (PARTITION BY "conversation_id" ORDER BY "timestamp", "id") AS "before" FROM "messages"
  ) AS "ordered"
 WHERE "messages"."id" = "ordered"."id" AND "ordered"."before" IS NOT NULL;

UPDATE "conversations" SET "active_leaf_id" = (
  SELECT "id" FROM "messages" WHERE "conversation_id" = "conversations"."id" ORDER BY "timestamp" DESC, "id" DESC LIMIT 1
);

UPDATE "shared_conversations" SET "leaf_id" = (
  SELECT "id" FROM "messages"
   WHERE "conversation_id" = "shared_conversations"."conversation_id" AND "timestamp" <= "shared_conversations"."created_at"
   ORDER BY "timestamp" DESC, "id" DESC LIMIT 1
);
