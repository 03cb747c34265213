-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "model" TEXT,
ADD COLUMN     "profile_id" UUID,
ADD COLUMN     "system_prompt" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "prompts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hidden_starters" (
    "user_id" UUID NOT NULL,
    "starter" TEXT NOT NULL,

    CONSTRAINT "hidden_starters_pkey" PRIMARY KEY ("user_id","starter")
);

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hidden_starters" ADD CONSTRAINT "hidden_starters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say.

-- Removing a profile must not read all conversations to find whose answers it grounded.
CREATE INDEX "conversations_by_profile" ON "conversations" ("profile_id") WHERE "profile_id" IS NOT NULL;

-- The library is listed by name.
CREATE INDEX "prompts_by_name" ON "prompts" ("user_id", lower("name"), "id");
