-- What admins require of everyone who signs in. One row at most.
CREATE TABLE "sign_in_policies" (
  "id" BOOLEAN NOT NULL DEFAULT true,
  "second_factor_for" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sign_in_policies_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sign_in_policies_one_row" CHECK ("id"),
  CONSTRAINT "sign_in_policies_second_factor_for" CHECK ("second_factor_for" IN ('no-one', 'admins', 'everyone'))
);
