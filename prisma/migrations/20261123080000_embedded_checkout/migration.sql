-- Checkout inside a page of the app and on Stripe's own page are different sessions: each asks Stripe for its own kind.
ALTER TABLE "checkouts" ADD COLUMN "embedded" BOOLEAN NOT NULL DEFAULT false;
