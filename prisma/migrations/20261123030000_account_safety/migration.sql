-- When somebody was last seen outlives their sessions. So far it was read from those that are still open.
ALTER TABLE "users" ADD COLUMN "last_seen_at" TIMESTAMPTZ(3);
UPDATE "users" u SET "last_seen_at" = s."at"
  FROM (SELECT "user_id", max("last_used_at") AS "at" FROM "sessions" GROUP BY "user_id") s
 WHERE s."user_id" = u."id";
CREATE INDEX "users_last_seen_at_idx" ON "users"("last_seen_at");

-- Which addresses were confirmed by who also showed that the account is theirs: ADMIN_EMAIL asks for it. Those that were
-- confirmed so far keep what they have.
ALTER TABLE "users" ADD COLUMN "email_proven" BOOLEAN NOT NULL DEFAULT false;
UPDATE "users" SET "email_proven" = true WHERE "email_verified";

-- Over https the session's cookie has the prefix __Host- from now on. Those opened before are exchanged once.
ALTER TABLE "sessions" ADD COLUMN "host_cookie" BOOLEAN NOT NULL DEFAULT false;

-- No session lives longer than 90 days, also those that were renewed beyond that.
UPDATE "sessions" SET "expires_at" = "created_at" + interval '90 days'
 WHERE "expires_at" > "created_at" + interval '90 days';

-- What the house pays for each user a day, so that one of them does not use up the budget of all.
CREATE TABLE "house_shares" (
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "house_shares_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "house_shares" ADD CONSTRAINT "house_shares_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
