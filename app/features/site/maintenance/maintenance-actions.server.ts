import { recordAct } from '~/features/accounts/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { singleton } from '~/lib/singleton.server';

import { deleteAnnouncement, findAnnouncement, putAnnouncement } from './announcement-data.server';
import type { Announcement, MaintenanceNotice } from './maintenance';
import { announcementText, readAnnouncement, type TypedAnnouncement } from './typed-announcement';

/** How long each process caches the announcement, so that pages needn't query it. */
const CACHED_MS = 5_000;

const cache = singleton('maintenance', () => ({
  announcement: null as Announcement | null,
  until: 0,
}));

/** What to announce now, in the reader's time zone: an admin's announcement, otherwise the operator's MAINTENANCE_UNTIL. */
export async function maintenanceNotice(
  now: Date,
  timeZone: string | null,
): Promise<MaintenanceNotice | null> {
  const announced = (await lastAnnouncement()) ?? announcedByOperator();
  if (now >= announced.until) return null;
  return { until: announced.until, text: announcementText(announced, timeZone) };
}

function announcedByOperator(): Announcement {
  return { text: '', until: env().MAINTENANCE_UNTIL };
}

/** This process reads the announcement again for the next page; the others do so within seconds. */
function resetAnnouncementCache(): void {
  cache.until = 0;
}

async function lastAnnouncement(): Promise<Announcement | null> {
  if (performance.now() >= cache.until) {
    cache.announcement = await findAnnouncement();
    cache.until = performance.now() + CACHED_MS;
  }
  return cache.announcement;
}

/** The admin, for the audit log, and the time zone of the times that they type. */
interface AnnouncingAdmin {
  id: string;
  timeZone: string | null;
  address: string | undefined;
}

/** @throws AppError `invalid` */
export async function announceMaintenance(
  admin: AnnouncingAdmin,
  typed: TypedAnnouncement,
  now: Date,
): Promise<void> {
  const { announcement, problems } = readAnnouncement(typed, admin.timeZone ?? 'UTC', now);
  if (!announcement) {
    throw new AppError('invalid', Object.values(problems)[0] ?? '', { fields: problems });
  }
  await prismaTransaction(async (tx, sql) => {
    const before = await putAnnouncement(tx, sql, announcement, now);
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: 'announce-maintenance',
      targetId: null,
      ...(before && { before }),
      after: announcement,
    });
  });
  resetAnnouncementCache();
}

/** After this, MAINTENANCE_UNTIL applies again. */
export async function clearMaintenance(admin: AnnouncingAdmin): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const before = await deleteAnnouncement(tx, sql);
    if (!before) return;
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: 'clear-maintenance',
      targetId: null,
      before,
    });
  });
  resetAnnouncementCache();
}

/** An admin's announcement, even if it is over, and the end of the operator's own one. */
export async function readMaintenance(
  now: Date,
): Promise<{ announced: Announcement | null; operatorUntil: Date | null }> {
  const { until } = announcedByOperator();
  return {
    announced: await findAnnouncement(),
    operatorUntil: now < until ? until : null,
  };
}
