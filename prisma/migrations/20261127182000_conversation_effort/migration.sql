-- How hard the model of a conversation thinks before it answers, where it lets people choose.
CREATE TYPE "effort" AS ENUM ('low', 'medium', 'high');
ALTER TABLE "conversations" ADD COLUMN "effort" "effort";
