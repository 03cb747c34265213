-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN     "use" TEXT;

-- What was used before, as far as what the reference names is still there. The names are those of usage/uses.ts.
UPDATE "ledger_entries" e
   SET "use" = CASE g."kind"
                 WHEN 'chat' THEN 'chat'
                 WHEN 'piece' THEN 'copy'
                 WHEN 'passage' THEN 'copy'
                 WHEN 'profile-draft' THEN 'profiles'
               END
  FROM "generations" g
 WHERE e."kind" = 'settle'
   AND e."reference" LIKE 'generation:%'
   AND g."user_id" = e."user_id"
   AND g."id"::text = split_part(e."reference", ':', 2);

-- Until now there were jobs for pictures only.
UPDATE "ledger_entries" SET "use" = 'images' WHERE "kind" = 'settle' AND "reference" LIKE 'media:%';

-- The list of one kind of entry, or of one kind of use, newest first. Reservations are not listed; without them an
-- answer costs this index one entry and not two.
CREATE INDEX "ledger_entries_user_id_kind_use_created_at_id_idx"
    ON "ledger_entries" ("user_id", "kind", "use", "created_at", "id")
 WHERE "kind" <> 'reserve';
