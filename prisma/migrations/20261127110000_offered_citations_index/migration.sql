-- Texts and rewrites that are being written are few among all that a person's texts cite.
CREATE INDEX "citations_unsettled_idx" ON "citations" ("user_id") WHERE "numbers" = '{}';
