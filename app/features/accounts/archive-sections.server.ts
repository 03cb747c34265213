import { join } from 'node:path';

import { z } from 'zod';

import {
  allUserData,
  archivedTable,
  type ArchivedPreferences,
  leftOut,
  moment,
  reference,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { makeSmall, readImageFile } from '~/lib/files/image-upload.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { validTimeZone } from './forms/account-fields';
import { PHOTO_SIZE, PHOTO_TYPE, photos } from './photo/photo-objects.server';
import { adoptPhoto, adoptTimeZone, hasPhoto } from './users/user-data.server';

/** Columns of `users` that say nothing more about the person than other columns do. */
const internal = {
  passwordHash: leftOut('a secret'),
  emailProven: leftOut('how the address was confirmed'),
  disabledAt: leftOut('who is disabled has no archive'),
  updatedAt: leftOut('when the row was changed'),
  lastSeenAt: leftOut('the section `sessions` has it'),
};
const inPreferences = leftOut('the section `preferences` has it');
const inAccount = leftOut('the section `account` has it');

/** The account: for reading only. */
const account = archivedTable('user', {
  section: 'account',
  owner: 'id',
  columns: {
    ...internal,
    email: z.string(),
    emailVerified: z.boolean(),
    isAdmin: z.boolean(),
    createdAt: moment,
    firstName: inPreferences,
    lastName: inPreferences,
    timeZone: inPreferences,
    locale: inPreferences,
    chosenTimeZone: inPreferences,
    selectedProfileId: inPreferences,
    pictureId: inPreferences,
  },
  joined: {
    fields: { twoFactorEnabledAt: moment.nullable() },
    async of(userId) {
      const found = await prisma.twoFactor.findUnique({ where: { userId } });
      return () => ({ twoFactorEnabledAt: found?.enabledAt ?? null });
    },
  },
});

/** Where the person is signed in: for reading only. */
const sessions = archivedTable('session', {
  section: 'sessions',
  ids: 'counted',
  columns: {
    userAgent: z.string().nullable(),
    createdAt: moment,
    lastUsedAt: moment,
    expiresAt: moment,
    authenticatedAt: leftOut('of use to the session alone'),
    hostCookie: leftOut('of use to the session alone'),
    issuerId: leftOut('of use to the session alone'),
  },
  order: ['createdAt', 'id'],
});

/** How the person signs in without a password: for reading only. */
const passkeys = archivedTable('passkey', {
  section: 'passkeys',
  columns: {
    name: z.string(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
    backedUp: z.boolean(),
    rpId: z.string(),
    credentialId: leftOut('of use to the passkey alone'),
    publicKey: leftOut('of use to the passkey alone'),
    counter: leftOut('of use to the passkey alone'),
    transports: leftOut('of use to the passkey alone'),
    backupEligible: leftOut('of use to the passkey alone'),
  },
  order: ['createdAt', 'id'],
});

/** The accounts elsewhere with which the person signs in: for reading only. */
const identities = archivedTable('identity', {
  section: 'linkedAccounts',
  columns: {
    issuer: z.string(),
    email: z.string(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
    subject: leftOut('of use to the issuer alone'),
  },
  order: ['createdAt', 'id'],
});

/** What happened to the account: for reading only. */
const securityEvents = archivedTable('securityEvent', {
  section: 'securityEvents',
  columns: {
    /** Such as `password-changed`. */
    kind: z.string(),
    device: z.string().nullable(),
    detail: z.string(),
    createdAt: moment,
  },
  order: ['createdAt', 'id'],
});

export const authSections = [account, sessions, passkeys, identities, securityEvents];

/** The preferences that are columns of the account. */
export function readPreferences(userId: UserScope) {
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

const PHOTO_PATH = 'account/picture.webp';

const preferences = archivedTable('user', {
  section: 'preferences',
  owner: 'id',
  columns: {
    ...internal,
    firstName: z.string(),
    lastName: z.string(),
    /** The browser's. */
    timeZone: z.string().nullable(),
    /** The browser's language and region. */
    locale: z.string().nullable().default(null),
    /** The one that the person chose. */
    chosenTimeZone: z.string().nullable(),
    selectedProfileId: reference('profiles'),
    pictureId: z.uuid().nullable(),
    email: inAccount,
    emailVerified: inAccount,
    isAdmin: inAccount,
    createdAt: inAccount,
  },
  files: ({ pictureId }, userId) =>
    pictureId === null ? [] : [{ path: PHOTO_PATH, key: photos.keyOf(userId, pictureId) }],
  restoreOtherwise: (target, row) =>
    restorePreferences(target, row, row.pictureId === null ? null : PHOTO_PATH),
});

/** The request for the account's deletion: for reading only. */
const deletionRequest = archivedTable('accountDeletion', {
  section: 'deletionRequest',
  key: 'userId',
  columns: {
    requestedAt: moment,
    dueAt: moment.nullable(),
    startedAt: leftOut('then there is no one to export'),
    removedAt: leftOut('then there is no one to export'),
    email: leftOut('the section `account` has it'),
  },
});

export const accountSections = [preferences, deletionRequest];

const MAX_BYTES = 20 * 1024 ** 2;

/** Restores only preferences that this person hasn't set yet. @throws AppError `unavailable` */
async function restorePreferences(
  target: RestoreTarget,
  row: ArchivedPreferences,
  photoPath: string | null,
): Promise<boolean> {
  const { userId } = target;
  const zone = validTimeZone(row.chosenTimeZone ?? undefined);
  const changes = [
    zone !== null && (await adoptTimeZone(userId, zone)),
    photoPath !== null && (await restorePhoto(target, photoPath)),
  ];
  for (const { restorePreferences } of allUserData()) {
    changes.push((await restorePreferences?.(target, row)) ?? false);
  }
  return changes.includes(true);
}

async function restorePhoto(target: RestoreTarget, path: string): Promise<boolean> {
  const { userId } = target;
  if (await hasPhoto(userId)) return false;
  return inTemporary(async (directory) => {
    const input = join(directory, 'archived');
    if (!(await saveArchived(target, path, input, MAX_BYTES))) return false;
    if (!(await makeSquare(userId, input, directory))) return false;
    const pictureId = newId();
    await photos.store(userId, pictureId, join(directory, 'file'));
    const isAdopted = await adoptPhoto(userId, pictureId);
    if (!isAdopted) await photos.remove(userId, pictureId);
    return isAdopted;
  });
}

/** Leaves an image that already has the form of our photos as it is; false for a file that is no image. */
async function makeSquare(userId: UserScope, input: string, directory: string): Promise<boolean> {
  const turn = { userId, isJob: true };
  const read = await readImageFile(input, directory, turn, { kept: true });
  if (typeof read === 'string') return false;
  const isOurs =
    read.type === PHOTO_TYPE && read.width === PHOTO_SIZE && read.height === PHOTO_SIZE;
  if (isOurs) return true;
  return typeof (await makeSmall(input, directory, 'square', turn)) !== 'string';
}

/** What was done to the account by an admin's power, without who did it: for reading only. */
export const auditSection = archivedTable('auditEntry', {
  section: 'audit',
  owner: 'targetId',
  columns: {
    /** Such as `reset-two-factor`. */
    action: z.string(),
    createdAt: moment,
    actorId: leftOut('who did it'),
    before: leftOut('our own words'),
    after: leftOut('our own words'),
    address: leftOut('of the person who did it'),
  },
});
