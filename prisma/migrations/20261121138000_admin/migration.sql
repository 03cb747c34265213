-- The admins' list of users: pages by key, the newest first.
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- And its search in names and emails, as the query writes it.
CREATE INDEX "users_search_idx" ON "users"
  USING gin (lower("email" || E'\n' || "first_name" || ' ' || "last_name") gin_trgm_ops);

-- Who was here lately.
CREATE INDEX "sessions_last_used_at_idx" ON "sessions"("last_used_at");
