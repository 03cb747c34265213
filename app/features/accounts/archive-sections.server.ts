import { join } from 'node:path';

import { z } from 'zod';

import {
  allUserData,
  type ArchivedPreferences,
  moment,
  type RestoreTarget,
  rowsById,
  saveArchived,
  section,
  written,
} from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { readImageFile } from '~/lib/images/read-image.server';
import { inTemporary } from '~/lib/temporary.server';

import { validTimeZone } from './forms/account-fields';
import { cutSquare, storeOwnPicture } from './picture/change-own-picture.server';
import {
  dropPicture,
  PICTURE_SIZE,
  PICTURE_TYPE,
  pictureKey,
} from './picture/picture-objects.server';
import { adoptPicture, adoptTimeZone, hasPicture } from './users/user-data.server';

const accountRow = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: moment,
  twoFactorEnabledAt: moment.nullable(),
});

/** Who they are here: to be read only. */
const account = section<z.output<typeof accountRow>>({
  name: 'account',
  row: accountRow,
  async *rows(userId) {
    const row = await prisma.user.findUnique({
      where: { id: userId },
      select: {
        id: true,
        email: true,
        emailVerified: true,
        isAdmin: true,
        createdAt: true,
        twoFactor: { select: { enabledAt: true } },
      },
    });
    if (!row) return;
    const { twoFactor, ...rest } = row;
    yield { ...written(rest), twoFactorEnabledAt: twoFactor?.enabledAt?.toISOString() ?? null };
  },
});

const sessionRow = z.object({
  /** Counts: what names a session is no one's to have. */
  id: z.string(),
  userAgent: z.string().nullable(),
  createdAt: moment,
  lastUsedAt: moment,
  expiresAt: moment,
});

/** Where they are signed in: to be read only. */
const sessions = section<z.output<typeof sessionRow>>({
  name: 'sessions',
  row: sessionRow,
  async *rows(userId) {
    const rows = await prisma.session.findMany({
      where: { userId },
      orderBy: { createdAt: 'asc' },
      select: { userAgent: true, createdAt: true, lastUsedAt: true, expiresAt: true },
    });
    for (const [index, row] of rows.entries()) yield { id: String(index + 1), ...written(row) };
  },
});

export const authSections = [account, sessions];

/** What someone set for themselves, as far as their account has it. */
export function readPreferences(userId: string) {
  return prisma.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      firstName: true,
      lastName: true,
      timeZone: true,
      chosenTimeZone: true,
      selectedProfileId: true,
      pictureId: true,
    },
  });
}

const PICTURE_PATH = 'account/picture.webp';

const preferencesRow = z.object({
  /** The account's. */
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  /** The browser's. */
  timeZone: z.string().nullable(),
  /** The one that they chose. */
  chosenTimeZone: z.string().nullable(),
  selectedProfileId: z.uuid().nullable(),
  pictureId: z.uuid().nullable(),
});

const preferences = section<z.output<typeof preferencesRow>>({
  name: 'preferences',
  after: ['profiles'],
  row: preferencesRow,
  async *rows(userId) {
    const row = await readPreferences(userId);
    if (row) yield row;
  },
  files: ({ pictureId }, userId) =>
    pictureId === null ? [] : [{ path: PICTURE_PATH, key: pictureKey(userId, pictureId) }],
  restore: (target, row) =>
    restorePreferences(target, row, row.pictureId === null ? null : PICTURE_PATH),
});

const deletionRow = z.object({ id: z.uuid(), requestedAt: moment, dueAt: moment.nullable() });

/** Their request to have the account deleted: to be read only. */
const deletionRequest = section<z.output<typeof deletionRow>>({
  name: 'deletionRequest',
  row: deletionRow,
  async *rows(userId) {
    const row = await prisma.accountDeletion.findUnique({ where: { userId } });
    if (row) yield { id: row.userId, ...written(row) };
  },
});

export const accountSections = [preferences, deletionRequest];

const MAX_BYTES = 20 * 1024 ** 2;

/** Brings in what this person has not chosen themselves yet. @throws AppError `unavailable` */
async function restorePreferences(
  target: RestoreTarget,
  row: ArchivedPreferences,
  picturePath: string | null,
): Promise<boolean> {
  const { userId } = target;
  const zone = validTimeZone(row.chosenTimeZone ?? undefined);
  const changes = [
    zone !== null && (await adoptTimeZone(userId, zone)),
    picturePath !== null && (await restorePicture(target, picturePath)),
  ];
  for (const { restorePreferences } of allUserData()) {
    changes.push((await restorePreferences?.(target, row)) ?? false);
  }
  return changes.includes(true);
}

async function restorePicture(target: RestoreTarget, path: string): Promise<boolean> {
  const { userId } = target;
  if (await hasPicture(userId)) return false;
  return inTemporary(async (directory) => {
    const input = join(directory, 'archived');
    if (!(await saveArchived(target, path, input, MAX_BYTES))) return false;
    if (!(await makeSquare(userId, input, directory))) return false;
    const pictureId = newId();
    await storeOwnPicture(userId, pictureId, join(directory, 'file'));
    const isTaken = await adoptPicture(userId, pictureId);
    if (!isTaken) await dropPicture(userId, pictureId);
    return isTaken;
  });
}

/** One that is as ours are stays as it is; false for what is no picture. */
async function makeSquare(userId: string, input: string, directory: string): Promise<boolean> {
  const turn = { userId, isJob: true };
  const read = await readImageFile(input, directory, turn, { kept: true });
  if (typeof read === 'string') return false;
  const isOurs =
    read.type === PICTURE_TYPE && read.width === PICTURE_SIZE && read.height === PICTURE_SIZE;
  if (isOurs) return true;
  return (await cutSquare(input, directory, turn)) === undefined;
}

const actRow = z.object({
  id: z.uuid(),
  /** Such as `reset-two-factor`. */
  action: z.string(),
  createdAt: moment,
});

/** What was done to the account by an admin's power, without who did it: to be read only. */
export const auditSection = section<z.output<typeof actRow>>({
  name: 'audit',
  row: actRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.auditEntry.findMany({
        where: { targetId: userId, ...(after !== null && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take,
        select: { id: true, action: true, createdAt: true },
      }),
    ),
});
