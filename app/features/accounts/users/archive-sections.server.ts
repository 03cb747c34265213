import { z } from 'zod';

import { moment, section, written } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

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
  /** Counts: what names a session is nobody's to have. */
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

/** What somebody set for themselves, as far as their account has it. */
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
