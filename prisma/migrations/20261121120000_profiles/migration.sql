-- AlterTable
ALTER TABLE "users" ADD COLUMN     "selected_profile_id" UUID;

-- CreateTable
CREATE TABLE "profiles" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "brand_story_id" UUID,
    "customer_journey_id" UUID,
    "solution_suite_id" UUID,
    "campaign_framework_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "brand_stories" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "what_you_do" TEXT NOT NULL DEFAULT '',
    "what_makes_you_different" TEXT NOT NULL DEFAULT '',
    "brand_voice" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brand_stories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_journeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "ideal_customer" TEXT NOT NULL DEFAULT '',
    "customer_problems" TEXT NOT NULL DEFAULT '',
    "desired_outcome" TEXT NOT NULL DEFAULT '',
    "current_obstacles" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_journeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "solution_suites" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "offering" TEXT NOT NULL DEFAULT '',
    "benefits" TEXT NOT NULL DEFAULT '',
    "proof_points" TEXT NOT NULL DEFAULT '',
    "pricing" TEXT NOT NULL DEFAULT '',
    "call_to_action" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "solution_suites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_frameworks" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "distribution" TEXT NOT NULL DEFAULT '',
    "requirements" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_frameworks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "profiles_user_id_idx" ON "profiles"("user_id");

-- CreateIndex
CREATE INDEX "brand_stories_user_id_idx" ON "brand_stories"("user_id");

-- CreateIndex
CREATE INDEX "customer_journeys_user_id_idx" ON "customer_journeys"("user_id");

-- CreateIndex
CREATE INDEX "solution_suites_user_id_idx" ON "solution_suites"("user_id");

-- CreateIndex
CREATE INDEX "campaign_frameworks_user_id_idx" ON "campaign_frameworks"("user_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_selected_profile_id_fkey" FOREIGN KEY ("selected_profile_id") REFERENCES "profiles"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_brand_story_id_fkey" FOREIGN KEY ("brand_story_id") REFERENCES "brand_stories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_customer_journey_id_fkey" FOREIGN KEY ("customer_journey_id") REFERENCES "customer_journeys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_solution_suite_id_fkey" FOREIGN KEY ("solution_suite_id") REFERENCES "solution_suites"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_campaign_framework_id_fkey" FOREIGN KEY ("campaign_framework_id") REFERENCES "campaign_frameworks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brand_stories" ADD CONSTRAINT "brand_stories_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_journeys" ADD CONSTRAINT "customer_journeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution_suites" ADD CONSTRAINT "solution_suites_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_frameworks" ADD CONSTRAINT "campaign_frameworks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say.

-- Which profiles a component serves: asked when one is changed, left or removed. Most profiles use some of the four.
CREATE INDEX "profiles_by_brand_story" ON "profiles" ("brand_story_id") WHERE "brand_story_id" IS NOT NULL;
CREATE INDEX "profiles_by_customer_journey" ON "profiles" ("customer_journey_id") WHERE "customer_journey_id" IS NOT NULL;
CREATE INDEX "profiles_by_solution_suite" ON "profiles" ("solution_suite_id") WHERE "solution_suite_id" IS NOT NULL;
CREATE INDEX "profiles_by_campaign_framework" ON "profiles" ("campaign_framework_id") WHERE "campaign_framework_id" IS NOT NULL;

-- Removing a profile must not read all users to find who had chosen it.
CREATE INDEX "users_by_selected_profile" ON "users" ("selected_profile_id") WHERE "selected_profile_id" IS NOT NULL;
