-- CreateEnum
CREATE TYPE "action_code_purpose" AS ENUM ('verify_email', 'reset_password', 'change_email');

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- A session that was there before is as recent as its beginning.
UPDATE "sessions" SET "authenticated_at" = "created_at";

-- CreateTable
CREATE TABLE "action_codes" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "action_code_purpose" NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "action_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "action_codes_user_id_purpose_idx" ON "action_codes"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "action_codes_expires_at_idx" ON "action_codes"("expires_at");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- AddForeignKey
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

