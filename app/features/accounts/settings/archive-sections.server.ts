import { z } from 'zod';

import { moment, section, written } from '~/engine/user-data/index.server';
import { readPreferences } from '../users/archive-sections.server';
import { prisma } from '~/lib/db/index.server';

import { pictureKey } from '../picture/picture-objects.server';
import { restorePreferences } from './restore-preferences.server';

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
