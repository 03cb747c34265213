-- CreateTable
CREATE TABLE "profile_drafts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "profile_id" UUID NOT NULL,
    "client_key" UUID NOT NULL,
    "about" TEXT NOT NULL,
    "samples" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_drafts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "profile_drafts_profile_id_id_idx" ON "profile_drafts"("profile_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "profile_drafts_user_id_client_key_key" ON "profile_drafts"("user_id", "client_key");

-- AddForeignKey
ALTER TABLE "profile_drafts" ADD CONSTRAINT "profile_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_drafts" ADD CONSTRAINT "profile_drafts_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_drafts" ADD CONSTRAINT "profile_drafts_id_fkey" FOREIGN KEY ("id") REFERENCES "generated_texts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

