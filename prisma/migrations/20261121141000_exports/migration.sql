-- CreateEnum
CREATE TYPE "export_state" AS ENUM ('queued', 'running', 'ready', 'failed', 'canceled', 'expired');

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "export_state" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "size" BIGINT,
    "part_size" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "beaten_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exports_user_id_id_idx" ON "exports"("user_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- One at a time of a user; and the job that takes care of abandoned ones looks here.
CREATE UNIQUE INDEX "exports_going" ON "exports" ("user_id") WHERE "state" IN ('queued', 'running');

-- What the job that ends links looks for; there are few.
CREATE INDEX "exports_ready" ON "exports" ("expires_at") WHERE "state" = 'ready';
