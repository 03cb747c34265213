-- CreateEnum
CREATE TYPE "mail_failure_kind" AS ENUM ('hard', 'complaint', 'soft');

-- CreateTable
CREATE TABLE "mail_failures" (
    "id" UUID NOT NULL,
    "event_key" TEXT,
    "email" TEXT NOT NULL,
    "user_id" UUID,
    "kind" "mail_failure_kind" NOT NULL,
    "reason" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL DEFAULT '',
    "message_id" TEXT,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_failures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_failures_event_key_key" ON "mail_failures"("event_key");

-- CreateIndex
CREATE INDEX "mail_failures_email_id_idx" ON "mail_failures"("email", "id");

-- CreateIndex
CREATE INDEX "mail_failures_user_id_idx" ON "mail_failures"("user_id");

-- AddForeignKey
ALTER TABLE "mail_failures" ADD CONSTRAINT "mail_failures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The few that still count are looked for on every page of a signed-in person, and are what admins see first.
CREATE INDEX "mail_failures_counting_email_idx" ON "mail_failures"("email") WHERE "cleared_at" IS NULL AND "kind" <> 'soft';
CREATE INDEX "mail_failures_counting_id_idx" ON "mail_failures"("id") WHERE "cleared_at" IS NULL AND "kind" <> 'soft';

-- What admins did is added to and never changed, whoever asks for it. Only an account that is deleted leaves its entries, by
-- the foreign keys: they are set to null once the row of the account is gone, and by nothing else.
CREATE FUNCTION audit_entries_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.action, NEW.before, NEW.after, NEW.address, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.action, OLD.before, OLD.after, OLD.address, OLD.created_at)
    AND (NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
      OR NEW.actor_id IS NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.actor_id))
    AND (NEW.target_id IS NOT DISTINCT FROM OLD.target_id
      OR NEW.target_id IS NULL AND NOT EXISTS (SELECT FROM users WHERE id = OLD.target_id))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_entries_keep_rows BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION audit_entries_keep();

CREATE TRIGGER audit_entries_keep_all BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_keep();
