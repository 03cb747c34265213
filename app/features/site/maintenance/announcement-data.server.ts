// Owns `maintenance_announcements`: one row at most.
import { type PrismaTx, sql, type Sql } from '~/lib/db/index.server';

import type { Announcement } from './maintenance';

/** SQL: hot path, part of loading a page. */
export async function findAnnouncement(): Promise<Announcement | null> {
  const [row] = await sql.query<Announcement>(`SELECT text, until FROM maintenance_announcements`);
  return row ?? null;
}

/** Returns the previous announcement. */
export async function putAnnouncement(
  tx: PrismaTx,
  sql: Sql,
  { text, until }: Announcement,
  now: Date,
): Promise<Announcement | null> {
  const before = await lockAnnouncement(sql);
  const data = { text, until, updatedAt: now };
  await tx.maintenanceAnnouncement.upsert({
    where: { id: true },
    create: { id: true, ...data },
    update: data,
    select: { id: true },
  });
  return before;
}

/** Returns the announcement that was deleted. */
export async function deleteAnnouncement(tx: PrismaTx, sql: Sql): Promise<Announcement | null> {
  const before = await lockAnnouncement(sql);
  if (before) await tx.maintenanceAnnouncement.deleteMany();
  return before;
}

/** SQL: locks the row. */
async function lockAnnouncement(sql: Sql): Promise<Announcement | null> {
  const [row] = await sql.query<Announcement>(
    'SELECT text, until FROM maintenance_announcements FOR UPDATE',
  );
  return row ?? null;
}
