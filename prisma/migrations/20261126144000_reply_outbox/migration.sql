-- AlterTable
ALTER TABLE "contact_replies" ADD COLUMN     "outbox_at" TIMESTAMPTZ(3);
