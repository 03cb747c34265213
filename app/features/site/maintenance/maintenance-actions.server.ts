import { recordAct } from '~/features/accounts/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { singleton } from '~/lib/singleton.server';

import { deleteAnnouncement, findAnnouncement, putAnnouncement } from './announcement-data.server';
import { type Announcement, announcementText, type MaintenanceNotice } from './maintenance';
import { readAnnouncement, type TypedAnnouncement } from './typed-announcement';

/** So long a process goes by what it knows: no page asks the database for it. */
const KNOWN_MS = 5_000;

const known = singleton('maintenance', () => ({
  announcement: null as Announcement | null,
  until: 0,
}));

/**
 * What to announce at this moment, to a person of this time zone: what an admin has set, else the operator's
 * MAINTENANCE_UNTIL, else nothing.
 */
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

/** This process looks again before the next page; the others do within seconds. */
function resetAnnouncementCache(): void {
  known.until = 0;
}

async function lastAnnouncement(): Promise<Announcement | null> {
  if (performance.now() >= known.until) {
    known.announcement = await findAnnouncement();
    known.until = performance.now() + KNOWN_MS;
  }
  return known.announcement;
}

/** Who announces. Times are in their time zone. */
interface AnnouncingAdmin {
  id: string;
  timeZone: string | null;
  address: string | undefined;
}

/** @throws AppError invalid */
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

/** From now on MAINTENANCE_UNTIL counts again. */
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

/** What an admin has announced, over or not, and until when the operator's own setting announces something. */
export async function readMaintenance(
  now: Date,
): Promise<{ announced: Announcement | null; operatorUntil: Date | null }> {
  const { until } = announcedByOperator();
  return {
    announced: await findAnnouncement(),
    operatorUntil: now < until ? until : null,
  };
}
