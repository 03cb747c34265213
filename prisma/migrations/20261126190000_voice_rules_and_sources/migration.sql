-- How a brand words things, and the sources that its texts may take facts from.
ALTER TABLE "profiles" ADD COLUMN "voice_rules" JSONB NOT NULL DEFAULT '[]', ADD COLUMN "voice_version" INTEGER NOT NULL DEFAULT 1;

CREATE TYPE "source_kind" AS ENUM ('file', 'website', 'text', 'content');
CREATE TYPE "source_state" AS ENUM ('waiting', 'reading', 'ready', 'paused', 'failed');

CREATE TABLE "sources" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "profile_id" UUID NOT NULL,
  "kind" "source_kind" NOT NULL,
  "state" "source_state" NOT NULL DEFAULT 'waiting',
  "name" TEXT NOT NULL,
  "address" TEXT NOT NULL DEFAULT '',
  "content_id" UUID,
  "problem" TEXT,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "read_at" TIMESTAMPTZ(3),
  "deleted_at" TIMESTAMPTZ(3),
  CONSTRAINT "sources_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sources_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "sources_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "sources_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "saved_contents"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "sources_user_id_profile_id_idx" ON "sources"("user_id", "profile_id");
CREATE INDEX "sources_profile_id_idx" ON "sources"("profile_id");
CREATE INDEX "sources_content_id_idx" ON "sources"("content_id");

CREATE TABLE "source_pages" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "source_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "address" TEXT NOT NULL DEFAULT '',
  "title" TEXT NOT NULL DEFAULT '',
  "hash" TEXT NOT NULL DEFAULT '',
  "problem" TEXT,
  "read_at" TIMESTAMPTZ(3),
  CONSTRAINT "source_pages_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "source_pages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_pages_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "source_pages_source_id_position_key" ON "source_pages"("source_id", "position");
CREATE INDEX "source_pages_user_id_idx" ON "source_pages"("user_id");

CREATE TABLE "source_chunks" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "profile_id" UUID NOT NULL,
  "source_id" UUID NOT NULL,
  "page_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "headings" TEXT NOT NULL DEFAULT '',
  "content" TEXT NOT NULL,
  CONSTRAINT "source_chunks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "source_chunks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_chunks_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_chunks_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "source_chunks_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "source_pages"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "source_chunks_page_id_position_key" ON "source_chunks"("page_id", "position");
CREATE INDEX "source_chunks_user_id_profile_id_idx" ON "source_chunks"("user_id", "profile_id");
CREATE INDEX "source_chunks_profile_id_idx" ON "source_chunks"("profile_id");
CREATE INDEX "source_chunks_source_id_idx" ON "source_chunks"("source_id");
