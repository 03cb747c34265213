-- Jobs and emails hold an account's address for a while longer than its row: they are looked through once more, later.
ALTER TABLE "account_deletions" ADD COLUMN "email" TEXT;

-- The audit log stays as it is, but for the address of an account that is gone.
CREATE FUNCTION audit_entries_same(past jsonb, present jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT present IS NOT DISTINCT FROM past
    OR present = past - 'email'::text AND NOT EXISTS (SELECT FROM users WHERE email = lower(past->>'email'))
$$;

CREATE OR REPLACE FUNCTION audit_entries_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.action, NEW.address, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.action, OLD.address, OLD.created_at)
    AND audit_entries_same(OLD.before, NEW.before)
    AND audit_entries_same(OLD.after, NEW.after)
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
