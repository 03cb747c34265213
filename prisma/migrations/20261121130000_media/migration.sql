-- CreateEnum
CREATE TYPE "media_job_state" AS ENUM ('queued', 'running', 'succeeded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "media_call_state" AS ENUM ('asked', 'done', 'failed', 'lost');

-- CreateEnum
CREATE TYPE "media_origin" AS ENUM ('made', 'upload');

-- CreateTable
CREATE TABLE "media_jobs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" "media_job_state" NOT NULL DEFAULT 'queued',
    "client_key" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "reference_id" UUID,
    "tokens" INTEGER NOT NULL,
    "used_tokens" INTEGER,
    "progress" INTEGER,
    "reason" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "worker_id" UUID,
    "heartbeat_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_calls" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "state" "media_call_state" NOT NULL DEFAULT 'asked',
    "provider_ref" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_items" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "origin" "media_origin" NOT NULL,
    "kind" TEXT NOT NULL,
    "job_id" UUID,
    "call_id" UUID,
    "name" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "stored_bytes" INTEGER NOT NULL,
    "prompt" TEXT NOT NULL DEFAULT '',
    "model" TEXT NOT NULL DEFAULT '',
    "seed" INTEGER,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "favourite" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_items_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "media_jobs_user_id_started_at_idx" ON "media_jobs"("user_id", "started_at");

-- CreateIndex
CREATE INDEX "media_jobs_user_id_finished_at_idx" ON "media_jobs"("user_id", "finished_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_jobs_user_id_client_key_key" ON "media_jobs"("user_id", "client_key");

-- CreateIndex
CREATE INDEX "media_calls_user_id_idx" ON "media_calls"("user_id");

-- CreateIndex
CREATE INDEX "media_calls_job_id_idx" ON "media_calls"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "media_items_call_id_key" ON "media_items"("call_id");

-- CreateIndex
CREATE INDEX "media_items_job_id_idx" ON "media_items"("job_id");

-- AddForeignKey
ALTER TABLE "media_jobs" ADD CONSTRAINT "media_jobs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_calls" ADD CONSTRAINT "media_calls_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_calls" ADD CONSTRAINT "media_calls_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "media_jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_items" ADD CONSTRAINT "media_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_items" ADD CONSTRAINT "media_items_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "media_jobs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_items" ADD CONSTRAINT "media_items_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "media_calls"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- What waits and what runs is looked at for every job that begins, and is a small part of all jobs.
CREATE INDEX "media_jobs_queued" ON "media_jobs" ("user_id", "id") WHERE "state" = 'queued';
CREATE INDEX "media_jobs_running" ON "media_jobs" ("user_id", "id") WHERE "state" = 'running';
-- For the job that removes those that nothing is left of.
CREATE INDEX "media_jobs_finished" ON "media_jobs" ("finished_at") WHERE "finished_at" IS NOT NULL;
-- The gallery, newest first; favourites are few among many.
CREATE INDEX "media_items_gallery" ON "media_items" ("user_id", "created_at" DESC, "id" DESC)
  WHERE "origin" = 'made' AND "deleted_at" IS NULL;
CREATE INDEX "media_items_favourites" ON "media_items" ("user_id", "created_at" DESC, "id" DESC)
  WHERE "origin" = 'made' AND "deleted_at" IS NULL AND "favourite";
-- The quota adds up one user's bytes, from the index alone.
CREATE INDEX "media_items_storage" ON "media_items" ("user_id") INCLUDE ("stored_bytes");
-- For the jobs that remove what was deleted, and uploads that nothing was made from.
CREATE INDEX "media_items_deleted" ON "media_items" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "media_items_uploads" ON "media_items" ("created_at") WHERE "origin" = 'upload';
CREATE INDEX "media_jobs_reference" ON "media_jobs" ("reference_id") WHERE "reference_id" IS NOT NULL;
