ALTER TABLE "sources"
  ADD COLUMN "object_key" TEXT,
  ADD COLUMN "round" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "fetched" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "starts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "worker_id" UUID,
  ADD COLUMN "held_until" TIMESTAMPTZ(3);

ALTER TABLE "source_pages"
  ADD COLUMN "bytes" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "depth" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "found_in" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "done_in" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "etag" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "modified" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "links" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE UNIQUE INDEX "source_pages_source_id_address_key" ON "source_pages"("source_id", "address");

-- The sources that a process should work on, longest waiting first.
CREATE INDEX "sources_waiting_idx" ON "sources"("queued_at")
  WHERE "state" IN ('waiting', 'reading') AND "deleted_at" IS NULL;

-- Whether one of a person's sources is being read.
CREATE INDEX "sources_reading_idx" ON "sources"("user_id")
  WHERE "state" = 'reading' AND "deleted_at" IS NULL;

-- What can still be restored, for the job that removes it for good.
CREATE INDEX "sources_deleted_idx" ON "sources"("deleted_at") WHERE "deleted_at" IS NOT NULL;
