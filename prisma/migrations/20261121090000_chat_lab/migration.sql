-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "shared_conversations" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "shared_conversations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shared_conversations_conversation_id_key" ON "shared_conversations"("conversation_id");

-- CreateIndex
CREATE INDEX "shared_conversations_user_id_created_at_idx" ON "shared_conversations"("user_id", "created_at");

-- AddForeignKey
ALTER TABLE "shared_conversations" ADD CONSTRAINT "shared_conversations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shared_conversations" ADD CONSTRAINT "shared_conversations_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The two groups of the sidebar, each by key, newest first. What marks an import is its title's beginning (spec §3).
DROP INDEX "conversations_listed";
CREATE INDEX "conversations_listed" ON "conversations" ("user_id", "last_updated" DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND left("title", 9) <> '[ChatGPT]';
CREATE INDEX "conversations_imported" ON "conversations"
  ("user_id", (coalesce("original_creation_date", "last_updated")) DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND left("title", 9) = '[ChatGPT]';

-- The sidebar's search: a text contained in title or last message, whatever its case.
CREATE INDEX "conversations_searched" ON "conversations"
  USING gin ("user_id", lower("title" || E'\n' || "last_message") gin_trgm_ops)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL;

-- What the job that really removes deleted conversations looks for.
CREATE INDEX "conversations_deleted" ON "conversations" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
