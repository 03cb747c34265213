-- Keys that sign people in without a password, and the challenges that they have answered.
CREATE TABLE "passkeys" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "rp_id" TEXT NOT NULL,
  "credential_id" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "name" TEXT NOT NULL,
  "transports" TEXT[],
  "backup_eligible" BOOLEAN NOT NULL,
  "backed_up" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_created_at_idx" ON "passkeys"("user_id", "created_at");

CREATE TABLE "used_challenges" (
  "challenge" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge")
);
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");
