-- The brand that a saved content was written for. It may be gone, as its image may.
ALTER TABLE "saved_contents" ADD COLUMN "profile_id" UUID;
