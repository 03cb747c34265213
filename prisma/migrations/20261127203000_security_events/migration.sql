-- What happened to accounts: sign-ins, and changes of how someone signs in.
CREATE TABLE "security_events" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "device" TEXT,
  "detail" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "security_events_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "security_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "security_events_user_id_created_at_id_idx" ON "security_events"("user_id", "created_at", "id");
CREATE INDEX "security_events_created_at_idx" ON "security_events"("created_at");
