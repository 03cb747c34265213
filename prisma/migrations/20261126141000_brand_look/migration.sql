-- AlterTable
ALTER TABLE "profiles" ADD COLUMN     "accent_color" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "background_color" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "body_font" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "heading_font" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "logo_bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "logo_id" UUID,
ADD COLUMN     "look_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "primary_color" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "secondary_color" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "text_color" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "profiles_logo_id_idx" ON "profiles"("logo_id");
