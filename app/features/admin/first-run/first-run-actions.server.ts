import { createHash, randomInt } from 'node:crypto';

import {
  type Client,
  createAccount,
  type NewAdmin,
  recordAct,
  startSession,
} from '~/features/accounts/index.server';
import { limitAddress } from '~/http/rate-limit.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { closeFirstRun, isCode, isFirstRun, setCode } from './first-run-data.server';
import { SETUP_TEXTS } from '../texts';

const GROUPS = 5;
const GROUP = 5;
/** Without those that are easily confused when typed from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A code that can't be guessed, but can be typed. */
function newSetupCode(): string {
  const group = () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The stored form of a code, regardless of case and separators. */
function setupCodeHash(typed: string): string {
  const code = typed.toLowerCase().replace(/[^a-z\d]/g, '');
  return createHash('sha256').update(code).digest('hex');
}

/**
 * Called at each start. Returns the path, with its code, of the page that creates the first admin, for the operator,
 * who sees what the server prints; null once there has been an admin. Invalidates the code of the previous start.
 */
export async function openFirstRun(): Promise<string | null> {
  const code = newSetupCode();
  return (await setCode(setupCodeHash(code))) ? `/setup?code=${code}` : null;
}

/**
 * Creates the first admin, with a verified email address, and signs them in. The page is gone from then on.
 * @throws AppError `not-found` (there has been an admin), `invalid` (the code; `fields` names it), `conflict` (the email
 * address is in use), `too-many-requests`, `unavailable`
 */
export async function createFirstAdmin(
  { code, ...account }: NewAdmin,
  client: Client,
): Promise<{ userId: UserScope; setCookies: string[] }> {
  if (!(await isFirstRun())) throw new AppError('not-found', 'There is no such page.');
  await limitAddress('first-run-address', client.address);
  const codeHash = setupCodeHash(code);
  // Checked first, so that no password is hashed in vain.
  if (!(await isCode(codeHash))) throw wrongCode();
  const { userId, passwordHash } = await createAccount({
    ...account,
    isAdmin: true,
    emailVerified: true,
    async before(tx) {
      if (!(await closeFirstRun(tx, codeHash, new Date()))) throw wrongCode();
    },
  });
  await recordAct(sql, {
    actorId: userId,
    targetId: userId,
    address: client.address,
    action: 'first-run',
    after: { isAdmin: true },
  });
  return { userId, ...(await startSession({ userId, passwordHash }, client, 'sign-up')) };
}

function wrongCode(): AppError {
  return new AppError('invalid', SETUP_TEXTS.codeWrong, {
    fields: { code: SETUP_TEXTS.codeWrong },
  });
}
