-- Accounts at OpenID Connect issuers with which people sign in.
CREATE TABLE "identities" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "identities_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities"("issuer", "subject");
CREATE INDEX "identities_user_id_created_at_idx" ON "identities"("user_id", "created_at");

-- Which issuer opened a session, so that signing out can lead to it.
ALTER TABLE "sessions" ADD COLUMN "issuer_id" TEXT;
