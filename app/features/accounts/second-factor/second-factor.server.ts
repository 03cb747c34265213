import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { hasPasskey } from '../passkeys/passkey-data.server';
import { passkeyHost } from '../passkeys/relying-party.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { needsCode } from '../two-factor/two-factor-data.server';
import { mustHaveSecondFactor } from './policy-data.server';

/** Logged where a change was saved, but what it means for open tabs failed. */
export const NOT_CUT = 'the sockets of people without a second factor were not cut';

export async function hasSecondFactor(userId: UserScope): Promise<boolean> {
  return (await needsCode(userId)) || (await hasPasskey(userId, passkeyHost()));
}

/**
 * Cuts the sockets of someone who doesn't have the second factor that they must have: their sessions stay, but open tabs
 * learn nothing more until they come back through the gate. Call it after the commit.
 */
export async function cutIfKeptOut(userId: UserScope): Promise<void> {
  try {
    if ((await mustHaveSecondFactor(userId)) && !(await hasSecondFactor(userId))) {
      await publishSessionEnded({ userId });
    }
  } catch (err) {
    log.error({ err, userId }, NOT_CUT);
  }
}
