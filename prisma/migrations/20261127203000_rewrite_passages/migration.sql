-- A rewrite has sent passages of its own, and what it may cite, until its text is removed after a day.
CREATE TRIGGER "remove_citations" AFTER DELETE ON "generated_texts" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "remove_citations"();
