-- CreateEnum
CREATE TYPE "content_category" AS ENUM ('social', 'longform', 'landing', 'email');

-- CreateTable
CREATE TABLE "saved_contents" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "category" "content_category" NOT NULL,
    "folder_id" UUID,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_contents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_content_folders" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "category" "content_category" NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_content_folders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_content_versions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "content_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_content_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_contents_folder_id_idx" ON "saved_contents"("folder_id");

-- CreateIndex
CREATE INDEX "saved_content_versions_user_id_content_id_created_at_id_idx" ON "saved_content_versions"("user_id", "content_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_content_versions_content_id_idx" ON "saved_content_versions"("content_id");

-- AddForeignKey
ALTER TABLE "saved_contents" ADD CONSTRAINT "saved_contents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_contents" ADD CONSTRAINT "saved_contents_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "saved_content_folders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_content_folders" ADD CONSTRAINT "saved_content_folders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_content_versions" ADD CONSTRAINT "saved_content_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_content_versions" ADD CONSTRAINT "saved_content_versions_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "saved_contents"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The lists leave out what was deleted: of a category itself, of a folder in it, and of everything, newest first, by key.
-- Two for the places, because the planner takes no order from an index behind an IS NULL.
CREATE INDEX "saved_contents_listed" ON "saved_contents"
  ("user_id", "category", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "folder_id" IS NULL;
CREATE INDEX "saved_contents_filed" ON "saved_contents"
  ("user_id", "folder_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "folder_id" IS NOT NULL;
CREATE INDEX "saved_contents_recent" ON "saved_contents"
  ("user_id", "updated_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;

-- The search: a text contained in title or content, whatever its case.
CREATE INDEX "saved_contents_searched" ON "saved_contents"
  USING gin ("user_id", lower("title" || E'\n' || "content") gin_trgm_ops) WHERE "deleted_at" IS NULL;

-- What the job that really removes deleted ones looks for.
CREATE INDEX "saved_contents_deleted" ON "saved_contents" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- Two folders of the same name in one place could not be told apart; this is also the index of their list.
CREATE UNIQUE INDEX "saved_content_folders_name" ON "saved_content_folders" ("user_id", "category", lower("name"));
