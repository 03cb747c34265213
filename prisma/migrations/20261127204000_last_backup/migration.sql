-- When the last backup was made is read at each request for metrics.
CREATE INDEX "audit_entries_action_created_at_idx" ON "audit_entries"("action", "created_at");
