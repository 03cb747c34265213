-- An answer may cite pages of the web, without a brand profile.
ALTER TABLE "citations" ALTER COLUMN "profile_id" DROP NOT NULL;
