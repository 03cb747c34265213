-- Emails that no request of the person starts follow the conventions of their browser's language.
ALTER TABLE "users" ADD COLUMN "locale" TEXT;
