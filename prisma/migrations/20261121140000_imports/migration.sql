-- CreateEnum
CREATE TYPE "import_state" AS ENUM ('uploading', 'reading', 'ready', 'importing', 'done', 'failed', 'canceled', 'removing', 'removed');

-- CreateEnum
CREATE TYPE "import_standing" AS ENUM ('fresh', 'grown', 'known', 'unreadable');

-- CreateEnum
CREATE TYPE "import_outcome" AS ENUM ('imported', 'updated', 'skipped');

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "import_state" NOT NULL DEFAULT 'uploading',
    "service" TEXT,
    "part_size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "progress" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "found" JSONB,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "files_stored" INTEGER NOT NULL DEFAULT 0,
    "files_missing" INTEGER NOT NULL DEFAULT 0,
    "others" JSONB NOT NULL DEFAULT '{}',
    "worker_id" UUID,
    "held_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_files" (
    "import_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "size" BIGINT NOT NULL,

    CONSTRAINT "import_files_pkey" PRIMARY KEY ("import_id","index")
);

-- CreateTable
CREATE TABLE "import_parts" (
    "import_id" UUID NOT NULL,
    "file" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,

    CONSTRAINT "import_parts_pkey" PRIMARY KEY ("import_id","file","part")
);

-- CreateTable
CREATE TABLE "import_candidates" (
    "import_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "key" TEXT,
    "title" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "messages" INTEGER NOT NULL DEFAULT 0,
    "standing" "import_standing" NOT NULL,
    "chosen" BOOLEAN NOT NULL DEFAULT false,
    "outcome" "import_outcome",
    "conversation_id" UUID,
    "remarks" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "import_candidates_pkey" PRIMARY KEY ("import_id","index")
);

-- CreateTable
CREATE TABLE "imported_conversations" (
    "user_id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "conversation_id" UUID NOT NULL,
    "messages" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "imported_conversations_pkey" PRIMARY KEY ("user_id","service","key")
);

-- CreateIndex
CREATE INDEX "imports_user_id_id_idx" ON "imports"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "import_candidates_user_id_idx" ON "import_candidates"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "import_candidates_import_id_key_key" ON "import_candidates"("import_id", "key");

-- CreateIndex
CREATE INDEX "imported_conversations_conversation_id_idx" ON "imported_conversations"("conversation_id");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_file_fkey" FOREIGN KEY ("import_id", "file") REFERENCES "import_files"("import_id", "index") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_candidates" ADD CONSTRAINT "import_candidates_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_candidates" ADD CONSTRAINT "import_candidates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_conversations" ADD CONSTRAINT "imported_conversations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_conversations" ADD CONSTRAINT "imported_conversations_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- One at a time for each user; what waits for the person's choice (ready) is no work.
CREATE UNIQUE INDEX "imports_one_at_a_time" ON "imports" ("user_id")
  WHERE "state" IN ('uploading', 'reading', 'importing', 'removing');

-- What jobs look after, of whomever: few of very many.
CREATE INDEX "imports_under_way" ON "imports" ("touched_at")
  WHERE "state" IN ('uploading', 'reading', 'ready', 'importing', 'removing');

-- The report names only what there is something to say about.
CREATE INDEX "import_candidates_reported" ON "import_candidates" ("import_id", "index")
  WHERE "remarks" <> '[]'::jsonb;
