-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('grant', 'lapse', 'reserve', 'settle');

-- CreateEnum
CREATE TYPE "message_role" AS ENUM ('user', 'assistant');

-- CreateEnum
CREATE TYPE "generation_state" AS ENUM ('queued', 'streaming', 'done', 'stopped', 'failed', 'interrupted');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(3),
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_accounts" (
    "user_id" UUID NOT NULL,
    "subscription_status" TEXT NOT NULL DEFAULT 'none',
    "subscription_trial_start_at" TIMESTAMPTZ(3),
    "subscription_trial_end_at" TIMESTAMPTZ(3),
    "subscription_id" TEXT,
    "subscription_name" TEXT,
    "trial_token" INTEGER NOT NULL DEFAULT 0,
    "allowance_token" INTEGER NOT NULL DEFAULT 0,
    "allowance_ends_at" TIMESTAMPTZ(3),
    "token_balance" INTEGER NOT NULL DEFAULT 0,
    "total_tokens_used" BIGINT NOT NULL DEFAULT 0,
    "last_token_use" TIMESTAMPTZ(3),
    "lapses_at" TIMESTAMPTZ(3),

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "reference" TEXT NOT NULL,
    "trial_delta" INTEGER NOT NULL DEFAULT 0,
    "allowance_delta" INTEGER NOT NULL DEFAULT 0,
    "balance_delta" INTEGER NOT NULL DEFAULT 0,
    "tokens" INTEGER NOT NULL DEFAULT 0,
    "uncovered" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "house_usage" (
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "house_usage_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL DEFAULT 'Untitled Conversation',
    "last_message" TEXT NOT NULL DEFAULT '',
    "last_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "original_creation_date" TIMESTAMPTZ(3),
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "role" "message_role" NOT NULL,
    "content" TEXT NOT NULL,
    "model" TEXT,
    "client_key" UUID,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "generations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "conversation_id" UUID,
    "kind" TEXT NOT NULL,
    "state" "generation_state" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "process_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "start_offset" INTEGER NOT NULL DEFAULT 0,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "used_tokens" INTEGER NOT NULL DEFAULT 0,
    "error_reason" TEXT,
    "stop_requested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "generations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "generation_chunks" (
    "generation_id" UUID NOT NULL,
    "offset" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "generation_chunks_pkey" PRIMARY KEY ("generation_id","offset")
);

-- CreateTable
CREATE TABLE "app_processes" (
    "id" UUID NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_processes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_sequences" (
    "user_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "event_sequences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "socket_io_attachments" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "payload" BYTEA
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_last_used_at_idx" ON "sessions"("user_id", "last_used_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "billing_accounts_lapses_at_idx" ON "billing_accounts"("lapses_at");

-- CreateIndex
CREATE INDEX "ledger_entries_user_id_created_at_id_idx" ON "ledger_entries"("user_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_user_id_kind_reference_key" ON "ledger_entries"("user_id", "kind", "reference");

-- CreateIndex
CREATE INDEX "messages_conversation_id_timestamp_id_idx" ON "messages"("conversation_id", "timestamp", "id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_user_id_client_key_key" ON "messages"("user_id", "client_key");

-- CreateIndex
CREATE INDEX "generations_user_id_created_at_idx" ON "generations"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "generations_conversation_id_idx" ON "generations"("conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "socket_io_attachments_id_key" ON "socket_io_attachments"("id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generation_chunks" ADD CONSTRAINT "generation_chunks_generation_id_fkey" FOREIGN KEY ("generation_id") REFERENCES "generations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_sequences" ADD CONSTRAINT "event_sequences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say.

-- The last line of defence of the ledger: no bucket below zero, whatever the concurrency.
ALTER TABLE "billing_accounts"
  ADD CONSTRAINT "billing_accounts_buckets_not_negative"
  CHECK ("trial_token" >= 0 AND "allowance_token" >= 0 AND "token_balance" >= 0);

-- Tokens that lapse have an end, and the job that lapses them finds it.
ALTER TABLE "billing_accounts"
  ADD CONSTRAINT "billing_accounts_lapsing_tokens_have_an_end"
  CHECK (("trial_token" = 0 OR ("subscription_trial_end_at" IS NOT NULL AND "lapses_at" IS NOT NULL AND "lapses_at" <= "subscription_trial_end_at"))
     AND ("allowance_token" = 0 OR ("allowance_ends_at" IS NOT NULL AND "lapses_at" IS NOT NULL AND "lapses_at" <= "allowance_ends_at")));

-- One running answer for a conversation.
CREATE UNIQUE INDEX "generations_one_running_per_conversation" ON "generations" ("conversation_id")
  WHERE "state" IN ('queued', 'streaming');

-- What the reaper looks for.
CREATE INDEX "generations_running_by_process" ON "generations" ("process_id")
  WHERE "state" IN ('queued', 'streaming');

-- The sidebar's list: by key, newest first, without the conversations that have no message yet.
CREATE INDEX "conversations_listed" ON "conversations" ("user_id", "last_updated" DESC, "id" DESC)
  WHERE "last_message" <> '';

-- What the job that removes empty conversations looks for.
CREATE INDEX "conversations_empty" ON "conversations" ("created_at") WHERE "last_message" = '';
