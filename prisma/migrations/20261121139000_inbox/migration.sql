-- CreateEnum
CREATE TYPE "contact_state" AS ENUM ('open', 'answered', 'closed');

-- AlterTable
ALTER TABLE "contact_messages" ADD COLUMN     "state" "contact_state" NOT NULL DEFAULT 'open';

-- CreateTable
CREATE TABLE "contact_replies" (
    "id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "mailed_at" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_replies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_announcements" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "text" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_announcements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contact_replies_contact_id_created_at_idx" ON "contact_replies"("contact_id", "created_at");

-- CreateIndex
CREATE INDEX "contact_replies_author_id_idx" ON "contact_replies"("author_id");

-- CreateIndex
CREATE INDEX "contact_messages_state_id_idx" ON "contact_messages"("state", "id");

-- CreateIndex
CREATE INDEX "contact_messages_state_kind_id_idx" ON "contact_messages"("state", "kind", "id");

-- AddForeignKey
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contact_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- There is one row at most, and always this one.
ALTER TABLE "maintenance_announcements" ADD CONSTRAINT "maintenance_announcements_one_row" CHECK ("id");

-- CreateTable
CREATE TABLE "failed_jobs" (
    "id" UUID NOT NULL,
    "queue_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB,
    "cause" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failed_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "failed_jobs_queue_id_key" ON "failed_jobs"("queue_id");

-- CreateIndex
CREATE INDEX "failed_jobs_failed_at_idx" ON "failed_jobs"("failed_at");

-- Few of all jobs fail, and admins look at these of everybody's.
CREATE INDEX "media_jobs_failed_idx" ON "media_jobs"("id") WHERE "state" = 'failed';

-- CreateIndex
CREATE INDEX "invitations_created_at_id_idx" ON "invitations"("created_at", "id");

-- CreateTable
CREATE TABLE "monthly_allowances" (
    "user_id" UUID NOT NULL,
    "tokens" INTEGER NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "granted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monthly_allowances_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "monthly_allowances_granted_until_idx" ON "monthly_allowances"("granted_until");

-- AddForeignKey
ALTER TABLE "monthly_allowances" ADD CONSTRAINT "monthly_allowances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who is given nothing has no row.
ALTER TABLE "monthly_allowances" ADD CONSTRAINT "monthly_allowances_tokens_check" CHECK ("tokens" > 0);
