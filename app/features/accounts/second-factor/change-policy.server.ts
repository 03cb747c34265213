import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { recordAct } from '../audit/audit-data.server';
import { hasPasskey } from '../passkeys/passkey-data.server';
import { relyingParty } from '../passkeys/relying-party.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { needsCode } from '../two-factor/two-factor-data.server';
import type { SecondFactorFor, SignInPolicyView } from './policy';
import { countLacking, findKeptOut, findPolicy, putPolicy } from './policy-data.server';
import { SECOND_FACTOR_TEXTS } from './texts';

/** The site's name, whose passkeys count; '' where none do. */
const countedAt = () => relyingParty()?.id ?? '';

export async function viewSignInPolicy(): Promise<SignInPolicyView> {
  return { secondFactorFor: await findPolicy(), lacking: await countLacking(countedAt()) };
}

/**
 * For an admin: requires a second factor from now on, of people who are signed in, too. The admin must have one.
 * @throws RecentLoginRequired, AppError `conflict` (the admin has none)
 */
export async function changeSignInPolicy(
  found: Session,
  secondFactorFor: SecondFactorFor,
  address: string | undefined,
  now = new Date(),
): Promise<void> {
  requireRecentLogin(found, now);
  const { id } = found.user;
  const has = (await needsCode(id)) || (await hasPasskey(id, countedAt()));
  if (secondFactorFor !== 'no-one' && !has) {
    throw new AppError('conflict', SECOND_FACTOR_TEXTS.ownFirst);
  }
  await prismaTransaction(async (tx, sql) => {
    const before = { secondFactorFor: await findPolicy(tx) };
    await putPolicy(tx, secondFactorFor, now);
    const act = { actorId: id, address, action: 'require-second-factor', targetId: null };
    await recordAct(sql, { ...act, before, after: { secondFactorFor } });
  });
  // Their sessions stay, but open tabs learn nothing more until they come back through the gate.
  for await (const userId of findKeptOut(countedAt(), secondFactorFor)) {
    await publishSessionEnded({ userId });
  }
}
