-- The image in the previews of a brief's texts, or of a saved content. Without a foreign key: an image that is deleted can be
-- restored for a while, and its place shows that it is gone.
ALTER TABLE "briefs" ADD COLUMN "image_id" UUID;
ALTER TABLE "saved_contents" ADD COLUMN "image_id" UUID;
