-- Answers that people work on beside their conversations, what they were before an edit, and the changes that later answers
-- propose.
CREATE TYPE "document_author" AS ENUM ('person', 'assistant');
CREATE TYPE "patch_state" AS ENUM ('proposed', 'accepted', 'refused', 'unfit');

CREATE TABLE "chat_documents" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "conversation_id" UUID,
    "message_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "format" TEXT,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "image_id" UUID,
    "ignored_findings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "author" "document_author" NOT NULL DEFAULT 'assistant',
    "version" INTEGER NOT NULL DEFAULT 1,
    "seen_version" INTEGER,
    "content_id" UUID,
    "saved_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "chat_documents_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "chat_document_versions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "author" "document_author" NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_document_versions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "chat_document_patches" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "find" TEXT NOT NULL,
    "replace" TEXT NOT NULL,
    "before" TEXT NOT NULL DEFAULT '',
    "after" TEXT NOT NULL DEFAULT '',
    "state" "patch_state" NOT NULL DEFAULT 'proposed',
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_document_patches_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "chat_documents_user_id_message_id_idx" ON "chat_documents"("user_id", "message_id");
CREATE INDEX "chat_documents_conversation_id_idx" ON "chat_documents"("conversation_id");
CREATE INDEX "chat_documents_content_id_idx" ON "chat_documents"("content_id");
CREATE UNIQUE INDEX "chat_document_versions_document_id_version_key" ON "chat_document_versions"("document_id", "version");
CREATE INDEX "chat_document_versions_user_id_document_id_idx" ON "chat_document_versions"("user_id", "document_id");
CREATE UNIQUE INDEX "chat_document_patches_document_id_message_id_position_key"
    ON "chat_document_patches"("document_id", "message_id", "position");
CREATE INDEX "chat_document_patches_user_id_message_id_idx" ON "chat_document_patches"("user_id", "message_id");

ALTER TABLE "chat_documents" ADD CONSTRAINT "chat_documents_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chat_documents" ADD CONSTRAINT "chat_documents_conversation_id_fkey"
    FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chat_documents" ADD CONSTRAINT "chat_documents_content_id_fkey"
    FOREIGN KEY ("content_id") REFERENCES "saved_contents"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "chat_document_versions" ADD CONSTRAINT "chat_document_versions_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chat_document_versions" ADD CONSTRAINT "chat_document_versions_document_id_fkey"
    FOREIGN KEY ("document_id") REFERENCES "chat_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chat_document_patches" ADD CONSTRAINT "chat_document_patches_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chat_document_patches" ADD CONSTRAINT "chat_document_patches_document_id_fkey"
    FOREIGN KEY ("document_id") REFERENCES "chat_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An answer has one document, apart from deleted ones, which can be restored for a while.
CREATE UNIQUE INDEX "chat_documents_one_per_answer" ON "chat_documents" ("message_id") WHERE "deleted_at" IS NULL;
-- For the job that removes deleted ones for good.
CREATE INDEX "chat_documents_deleted" ON "chat_documents" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
