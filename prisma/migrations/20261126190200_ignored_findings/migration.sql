-- Findings of the brand check that a person ignores in a text.
ALTER TABLE "pieces" ADD COLUMN "ignored_findings" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "saved_contents" ADD COLUMN "ignored_findings" TEXT[] DEFAULT ARRAY[]::TEXT[];
