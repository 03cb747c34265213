-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "folder_id" UUID,
ADD COLUMN     "pinned_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "conversation_folders" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_folders_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "conversation_folders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_folders" ADD CONSTRAINT "conversation_folders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- No two folders of a user look the same.
CREATE UNIQUE INDEX "conversation_folders_name" ON "conversation_folders" ("user_id", lower("name"));

-- What the foreign key looks for when a folder goes: the lists' index below begins with the user.
CREATE INDEX "conversations_folder_id" ON "conversations" ("folder_id") WHERE "folder_id" IS NOT NULL;

-- Each part of the sidebar has a list by key, newest first. A conversation is in one part: the archive before the pinned
-- ones, those before its folder, that before imports and others. The queries repeat these conditions word for word.
DROP INDEX "conversations_listed";
CREATE INDEX "conversations_listed" ON "conversations" ("user_id", "last_updated" DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND "archived_at" IS NULL AND "pinned_at" IS NULL
    AND "folder_id" IS NULL AND left("title", 9) <> '[ChatGPT]';
DROP INDEX "conversations_imported";
CREATE INDEX "conversations_imported" ON "conversations"
  ("user_id", (coalesce("original_creation_date", "last_updated")) DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND "archived_at" IS NULL AND "pinned_at" IS NULL
    AND "folder_id" IS NULL AND left("title", 9) = '[ChatGPT]';
CREATE INDEX "conversations_pinned" ON "conversations" ("user_id", "pinned_at" DESC, "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND "archived_at" IS NULL AND "pinned_at" IS NOT NULL;
-- Folders and the archive hold both kinds, each by its own date.
CREATE INDEX "conversations_foldered" ON "conversations"
  ("user_id", "folder_id",
   (CASE WHEN left("title", 9) = '[ChatGPT]' THEN coalesce("original_creation_date", "last_updated") ELSE "last_updated" END) DESC,
   "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND "archived_at" IS NULL AND "pinned_at" IS NULL
    AND "folder_id" IS NOT NULL;
CREATE INDEX "conversations_archived" ON "conversations"
  ("user_id",
   (CASE WHEN left("title", 9) = '[ChatGPT]' THEN coalesce("original_creation_date", "last_updated") ELSE "last_updated" END) DESC,
   "id" DESC)
  WHERE "last_message" <> '' AND "deleted_at" IS NULL AND "archived_at" IS NOT NULL;

-- How many are imports is not guessed: with a guess the planner would walk through all imports for a text that few have.
CREATE STATISTICS "conversations_import_mark" ON (left("title", 9)) FROM "conversations";
