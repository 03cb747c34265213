-- What a content is written as; those that are there get null: nobody has said.
ALTER TABLE "saved_contents" ADD COLUMN "format" TEXT;
