import { authenticate } from '~/features/accounts/index.server';
import { addPasskey, beginPasskey } from '~/features/accounts/passkeys/passkey-actions.server';
import type { UserScope } from '~/lib/scope';

import { FakeAuthenticator, type AuthenticatorOptions } from '../fakes/authenticator';
import { somewhere } from './two-factor';
import { signInCookie } from './users';

/** Where the tests of passkeys have the site. */
export const SITE = { origin: 'https://brand.example.com', rpId: 'brand.example.com' };

/**
 * Adds a passkey to the account, and returns the authenticator that has it. `find` is `identify` for someone who needs a
 * second factor first.
 */
export async function addTestPasskey(
  user: { id: UserScope },
  options: Partial<AuthenticatorOptions> = {},
  find: typeof authenticate = authenticate,
): Promise<{ id: string; authenticator: FakeAuthenticator }> {
  const found = (await find(await signInCookie(user)))!;
  const authenticator = new FakeAuthenticator({ ...SITE, ...options });
  const begun = await beginPasskey(found);
  const response = authenticator.create(begun.options);
  const { id } = await addPasskey(found, { ticket: begun.ticket, response }, somewhere);
  return { id, authenticator };
}
