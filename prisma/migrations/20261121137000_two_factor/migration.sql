-- CreateTable
CREATE TABLE "two_factor" (
    "user_id" UUID NOT NULL,
    "secret" TEXT,
    "enabled_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "pending_secret" TEXT,
    "pending_at" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "backup_codes" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_id" UUID,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "first_run" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "code_hash" TEXT,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "first_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_codes_user_id_idx" ON "backup_codes"("user_id");

-- CreateIndex
CREATE INDEX "audit_entries_created_at_id_idx" ON "audit_entries"("created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_target_id_idx" ON "audit_entries"("target_id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_idx" ON "audit_entries"("actor_id");

-- AddForeignKey
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- There is one row, and always this one.
ALTER TABLE "first_run" ADD CONSTRAINT "first_run_one_row" CHECK ("id");
INSERT INTO "first_run" ("id", "closed_at")
SELECT true, CASE WHEN EXISTS (SELECT 1 FROM "users" WHERE "is_admin") THEN now() END;

-- People become admins in several ways (a command, ADMIN_EMAIL, another admin), and cease to be: whichever was the first,
-- the page that makes the first one is closed for good in the same transaction.
CREATE FUNCTION "close_first_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "first_run" SET "closed_at" = now(), "code_hash" = NULL WHERE "closed_at" IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "users_close_first_run" AFTER INSERT OR UPDATE OF "is_admin" ON "users"
  FOR EACH ROW WHEN (NEW."is_admin") EXECUTE FUNCTION "close_first_run"();
