-- AlterTable
ALTER TABLE "media_items" ADD COLUMN     "duration_ms" INTEGER;

