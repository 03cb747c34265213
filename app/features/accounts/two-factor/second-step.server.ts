import type { UserScope } from '~/lib/scope';

import { hasPasskey } from '../passkeys/passkey-data.server';
import { passkeyHost } from '../passkeys/relying-party.server';
import { mustHaveSecondFactor } from '../second-factor/policy-data.server';
import { needsCode } from './two-factor-data.server';

/** How someone can show a second factor; at least one of them. */
export interface SecondStep {
  code: boolean;
  passkey: boolean;
}

/** What this user has to show in addition to the password; null if the password is enough. */
export async function findSecondStep(userId: UserScope): Promise<SecondStep | null> {
  const code = await needsCode(userId);
  const passkey = await hasPasskey(userId, passkeyHost());
  if (code) return { code, passkey };
  // Without a rule, a passkey alone changes nothing for the password: its owner may only want to save typing.
  return passkey && (await mustHaveSecondFactor(userId)) ? { code, passkey } : null;
}
