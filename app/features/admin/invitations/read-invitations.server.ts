import { listInvitations } from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';

import type { InvitationPage } from './invitations-view';

const PAGE = 50;

/** Everybody who was invited of late, the newest first. */
export async function readInvitations(search: URLSearchParams, now: Date): Promise<InvitationPage> {
  const before = readCursor(search.get('before'));
  const rows = await listInvitations(sql, { before, limit: PAGE + 1 });
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
    cursor: rows.length > PAGE && last ? `${last.createdAt.getTime()}.${last.id}` : null,
  };
}

/** Ids are hashes, so the time goes with them. */
function readCursor(text: string | null): { createdAt: Date; id: string } | null {
  const [, time, id] = /^(\d{1,14})\.([0-9a-f]{64})$/.exec(text ?? '') ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(Number(time)), id };
}
