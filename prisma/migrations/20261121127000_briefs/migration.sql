-- CreateEnum
CREATE TYPE "brief_kind" AS ENUM ('variants', 'campaign');

-- CreateEnum
CREATE TYPE "brief_length" AS ENUM ('short', 'medium', 'long');

-- CreateTable
CREATE TABLE "briefs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_key" UUID NOT NULL,
    "kind" "brief_kind" NOT NULL,
    "format_ids" TEXT[],
    "variants" INTEGER NOT NULL,
    "profile_id" UUID,
    "topic" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "goal" TEXT NOT NULL,
    "tone" TEXT NOT NULL,
    "length" "brief_length" NOT NULL,
    "language" TEXT NOT NULL,
    "keywords" TEXT[],
    "call_to_action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "briefs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pieces" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "brief_id" UUID NOT NULL,
    "client_key" UUID,
    "format" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "content" TEXT NOT NULL DEFAULT '',
    "edited" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "edited_at" TIMESTAMPTZ(3),
    "replaced_at" TIMESTAMPTZ(3),
    "saved_content_id" UUID,
    "saved_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pieces_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "briefs_user_id_client_key_key" ON "briefs"("user_id", "client_key");

-- CreateIndex
CREATE INDEX "pieces_brief_id_idx" ON "pieces"("brief_id");

-- CreateIndex
CREATE UNIQUE INDEX "pieces_user_id_client_key_key" ON "pieces"("user_id", "client_key");

-- AddForeignKey
ALTER TABLE "briefs" ADD CONSTRAINT "briefs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "briefs" ADD CONSTRAINT "briefs_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pieces" ADD CONSTRAINT "pieces_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pieces" ADD CONSTRAINT "pieces_brief_id_fkey" FOREIGN KEY ("brief_id") REFERENCES "briefs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pieces" ADD CONSTRAINT "pieces_saved_content_id_fkey" FOREIGN KEY ("saved_content_id") REFERENCES "saved_contents"("id") ON DELETE SET NULL ON UPDATE CASCADE;



-- What Prisma's schema cannot say.

-- The recent ones, newest first.
CREATE INDEX "briefs_listed" ON "briefs" ("user_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;

-- Removing a profile, or a saved content, must not read everything to find what names it.
CREATE INDEX "briefs_by_profile" ON "briefs" ("profile_id") WHERE "profile_id" IS NOT NULL;
CREATE INDEX "pieces_by_saved_content" ON "pieces" ("saved_content_id") WHERE "saved_content_id" IS NOT NULL;

-- For the job that removes what was deleted.
CREATE INDEX "briefs_deleted" ON "briefs" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- One text is shown at a place; the others are its earlier versions.
CREATE UNIQUE INDEX "pieces_shown" ON "pieces" ("brief_id", "format", "position") WHERE "replaced_at" IS NULL;
