-- A start of an import's work is counted before the work begins: one that takes its process down is given up after three.
ALTER TABLE "imports" ADD COLUMN "starts" INTEGER NOT NULL DEFAULT 0;

-- Files that did not come in with a conversation: an export that has them has something new.
ALTER TABLE "imported_conversations" ADD COLUMN "missing_files" INTEGER NOT NULL DEFAULT 0;

-- What cannot be read counts as skipped from the start on.
UPDATE "imports" SET "skipped" = "skipped" + ("found"->>'unreadable')::int
  WHERE "found" IS NOT NULL
    AND ("state" IN ('importing', 'done', 'removing', 'removed')
         OR "state" IN ('failed', 'canceled') AND "imported" + "updated" + "skipped" > 0);
