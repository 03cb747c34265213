import { createHash } from 'node:crypto';

import { isId } from '~/lib/ids.server';

/**
 * The id that a row of an archive gets in an account. It is always the same for the same user, section, and id, so that
 * nothing is restored twice, and different for each user, so that it can't name another user's row. It sorts by the time
 * of the row's own id.
 */
export function archiveIdOf(userId: string, section: string, id: string): string {
  const hash = createHash('sha256').update(`${userId}/${section}/${id.toLowerCase()}`).digest();
  const bytes = hash.subarray(0, 16);
  const own = isId(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : null;
  const isTimed = own !== null && own[6]! >> 4 === 7;
  bytes.fill(0, 0, 6);
  if (isTimed) own.copy(bytes, 0, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/**
 * The ids that a row of an archive may have in an account: its own, if the archive is from there, or the one that it gets.
 * Use them only to look for the user's own rows.
 */
export function archiveIdsOf(userId: string, section: string, id: string | null): string[] {
  return isId(id ?? undefined) ? [id!, archiveIdOf(userId, section, id!)] : [];
}
