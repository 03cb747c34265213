-- CreateTable
CREATE TABLE "onboardings" (
    "user_id" UUID NOT NULL,
    "profile_id" UUID,
    "draft_id" UUID,
    "brief_id" UUID,
    "image_job_id" UUID,
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "onboardings_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "onboardings" ADD CONSTRAINT "onboardings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
