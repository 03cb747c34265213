-- AlterTable
ALTER TABLE "users" ADD COLUMN     "chosen_time_zone" TEXT,
ADD COLUMN     "picture_id" UUID;

-- CreateTable
CREATE TABLE "account_deletions" (
    "user_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "account_deletions_due_at_idx" ON "account_deletions"("due_at");

