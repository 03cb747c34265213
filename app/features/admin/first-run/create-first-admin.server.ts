import {
  type Client,
  createAccount,
  type NewAdmin,
  recordAct,
  startSession,
} from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { limitAddress } from '~/http/rate-limit.server';

import { closeFirstRun, isCode, isFirstRun } from './first-run-data.server';
import { SETUP_TEXTS } from './texts';
import { setupCodeHash } from './setup-code.server';

/**
 * The first admin, with a verified e-mail, signed in; the page is gone from then on.
 * @throws AppError not-found (there has been an admin), invalid (the code; `fields` names it), conflict (e-mail in use),
 * too-many-requests, unavailable
 */
export async function createFirstAdmin(
  { code, ...account }: NewAdmin,
  client: Client,
): Promise<{ userId: string; setCookies: string[] }> {
  if (!(await isFirstRun())) throw new AppError('not-found', 'There is no such page.');
  await limitAddress('first-run-address', client.address);
  const codeHash = setupCodeHash(code);
  // Looked at first, so that nobody's password is hashed in vain.
  if (!(await isCode(codeHash))) throw wrongCode();
  const { userId, passwordHash } = await createAccount({
    ...account,
    isAdmin: true,
    emailVerified: true,
    async before(tx) {
      if (!(await closeFirstRun(tx, codeHash, new Date()))) throw wrongCode();
    },
  });
  const by = { actorId: userId, targetId: userId, address: client.address };
  await recordAct(sql, { ...by, action: 'first-run', after: { isAdmin: true } });
  return { userId, ...(await startSession({ userId, passwordHash }, client)) };
}

function wrongCode(): AppError {
  return new AppError('invalid', SETUP_TEXTS.codeWrong, {
    fields: { code: SETUP_TEXTS.codeWrong },
  });
}
