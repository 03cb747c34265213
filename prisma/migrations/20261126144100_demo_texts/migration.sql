-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "demo" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "saved_contents" ADD COLUMN     "demo" BOOLEAN NOT NULL DEFAULT false;
