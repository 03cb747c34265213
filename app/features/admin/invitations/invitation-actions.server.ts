import {
  createInvitation,
  emailProblem,
  endInvitation,
  findUser,
  listInvitations,
  normalizeEmail,
  recordAct,
  signUpMode,
} from '~/features/accounts/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';

import type { ActingAdmin } from '../act-answer.server';
import { adminTexts } from '../texts';
import { readCursor, writeCursor } from '../time-cursor.server';

/** Times are ISO 8601. */
export interface InvitationEntry {
  id: string;
  /** Null: anyone with the link. */
  email: string | null;
  state: 'valid' | 'used' | 'over';
  createdAt: string;
  expiresAt: string;
}

export interface InvitationPage {
  invitations: InvitationEntry[];
  cursor: string | null;
}

const PAGE = 50;

/** Recent invitations, newest first. */
export async function readInvitations(search: URLSearchParams, now: Date): Promise<InvitationPage> {
  const before = readCursor(search.get('before'), isInvitationId);
  const rows = await listInvitations({ before, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    invitations: page.map(({ id, email, createdAt, expiresAt, usedAt }) => ({
      id,
      email,
      state: usedAt ? 'used' : expiresAt > now ? 'valid' : 'over',
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    cursor: rows.length > PAGE && last ? writeCursor(last) : null,
  };
}

/** The id of an invitation is a hash. */
function isInvitationId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

/**
 * Invites the owner of this email address; '' invites anyone with the link. Returns the link, which is stored nowhere.
 * @throws AppError `invalid`, `conflict`
 */
export async function issueInvitation(
  admin: ActingAdmin,
  typed: string,
): Promise<{ link: string }> {
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

/** Revokes an unused invitation. @throws AppError `not-found` */
export async function revokeInvitation(
  admin: ActingAdmin,
  id: string | undefined,
  now: Date,
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const ended = await endInvitation(tx, id ?? '', now);
    if (!ended) throw new AppError('not-found', adminTexts.invitationOver);
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: 'revoke-invitation',
      targetId: null,
      before: { forOneAddress: ended.email !== null },
    });
  });
}
