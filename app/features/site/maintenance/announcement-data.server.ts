// Owns `maintenance_announcements`: one row at most.
import type { Sql } from '~/lib/db/index.server';

import type { Announcement } from './maintenance';

export async function findAnnouncement(on: Sql): Promise<Announcement | null> {
  const [row] = await on.query<Announcement>('SELECT text, until FROM maintenance_announcements');
  return row ?? null;
}

/** What it was before; null for nothing. */
export async function putAnnouncement(
  tx: Sql,
  { text, until }: Announcement,
  now: Date,
): Promise<Announcement | null> {
  const before = await lockAnnouncement(tx);
  await tx.query(
    `INSERT INTO maintenance_announcements (text, until, updated_at)
     VALUES ($1, $2::timestamptz, $3::timestamptz)
     ON CONFLICT (id) DO UPDATE SET text = $1, until = $2::timestamptz, updated_at = $3::timestamptz`,
    [text, until, now],
  );
  return before;
}

/** What it was before; null for nothing. */
export async function deleteAnnouncement(tx: Sql): Promise<Announcement | null> {
  const [row] = await tx.query<Announcement>(
    'DELETE FROM maintenance_announcements RETURNING text, until',
  );
  return row ?? null;
}

async function lockAnnouncement(tx: Sql): Promise<Announcement | null> {
  const [row] = await tx.query<Announcement>(
    'SELECT text, until FROM maintenance_announcements FOR UPDATE',
  );
  return row ?? null;
}
