import { recordAct } from '~/features/accounts/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { deleteAnnouncement, findAnnouncement, putAnnouncement } from './announcement-data.server';
import type { Announcement } from './maintenance';
import { announcedByOperator, forgetAnnouncement } from './maintenance.server';
import { readAnnouncement, type TypedAnnouncement } from './typed-announcement';

/** Who announces. Times are in their time zone. */
export interface AnnouncingAdmin {
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
  await transaction(async (tx) => {
    const before = await putAnnouncement(tx, announcement, now);
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'announce-maintenance',
      targetId: null,
      ...(before && { before }),
      after: announcement,
    });
  });
  forgetAnnouncement();
}

/** From now on MAINTENANCE_UNTIL counts again. */
export async function clearMaintenance(admin: AnnouncingAdmin): Promise<void> {
  await transaction(async (tx) => {
    const before = await deleteAnnouncement(tx);
    if (!before) return;
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'clear-maintenance',
      targetId: null,
      before,
    });
  });
  forgetAnnouncement();
}

/** What an admin has announced, over or not, and until when the operator's own setting announces something. */
export async function readMaintenance(
  now: Date,
): Promise<{ announced: Announcement | null; operatorUntil: Date | null }> {
  const { until } = announcedByOperator();
  return {
    announced: await findAnnouncement(sql),
    operatorUntil: now < until ? until : null,
  };
}
