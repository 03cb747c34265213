import { env } from '~/lib/env.server';
import type { SessionUser } from '~/http/session';

/**
 * True where the operator lets in only who has verified their e-mail: by REQUIRE_VERIFIED_EMAIL, or because an address
 * of certain domains is what one signs up by, and anybody can type one.
 */
export function requiresVerifiedEmail(): boolean {
  const { REQUIRE_VERIFIED_EMAIL, SIGNUP } = env();
  return REQUIRE_VERIFIED_EMAIL || SIGNUP.kind === 'domains';
}

/** False for who is signed in but must verify their e-mail before anything else. */
export function isAdmitted(user: SessionUser): boolean {
  return user.emailVerified || !requiresVerifiedEmail();
}
