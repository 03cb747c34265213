import {
  createInvitation,
  emailProblem,
  findUser,
  normalizeEmail,
  recordAct,
  signUpMode,
} from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../users/acting-admin';

/**
 * Invites who has this email; '' for whoever has the link. Returns the link, which is nowhere kept.
 * @throws AppError invalid, conflict
 */
export async function inviteSomebody(admin: ActingAdmin, typed: string): Promise<{ link: string }> {
  if (signUpMode() !== 'invite') throw new AppError('conflict', adminTexts.notInvited);
  const email = normalizeEmail(typed) || null;
  const problem = email === null ? undefined : emailProblem(email);
  if (problem !== undefined) throw refused('invalid', problem);
  if (email !== null && (await findUser(email))) {
    throw refused('conflict', adminTexts.invitedKnown);
  }
  const code = await createInvitation(email);
  await recordAct(sql, {
    actorId: admin.id,
    address: admin.address,
    action: 'invite',
    targetId: null,
    after: { forOneAddress: email !== null },
  });
  return { link: `${appUrl()}/auth/signup?invite=${code}` };
}

function refused(code: 'invalid' | 'conflict', text: string): AppError {
  return new AppError(code, text, { fields: { email: text } });
}
