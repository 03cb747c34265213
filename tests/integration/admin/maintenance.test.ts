import { afterEach, beforeEach, expect, test } from 'vitest';

import { readLog } from '~/features/admin/audit/read-log.server';
import { typedAnnouncement } from '~/features/admin/schema';
import {
  announceMaintenance,
  clearMaintenance,
  readMaintenance,
} from '~/features/site/index.server';
import { maintenanceNotice } from '~/features/site/maintenance/maintenance-actions.server';
import { input, NOT_UNDERSTOOD } from '~/http/input.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { createUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = { ...env() };
let admin: { id: UserScope; timeZone: string; address: string };
beforeEach(async () => {
  await emptyTables('users', 'audit_entries', 'maintenance_announcements');
  const { id } = await createUser({ email: 'admin@example.com', isAdmin: true });
  admin = { id, timeZone: 'Europe/Berlin', address: '192.0.2.1' };
  await clearMaintenance(admin);
});
afterEach(() => Object.assign(env(), before));

const shown = async (timeZone: string | null, at = now) =>
  (await maintenanceNotice(at, timeZone))?.text ?? null;

test('an admin’s announcement replaces the operator’s setting until it is cleared', async () => {
  Object.assign(env(), { MAINTENANCE_UNTIL: new Date('2026-12-24T00:00:00Z') });
  expect(await shown(null)).toContain('December 24, 2026');
  await announceMaintenance(
    admin,
    { text: 'New disks until {end}.', until: '2026-11-21T14:30' },
    now,
  );
  // At once in this process, in each reader's time zone.
  expect(await shown('America/New_York')).toBe('New disks until November 21, 2026 at 8:30 AM EST.');
  expect(await shown(null)).toBe('New disks until November 21, 2026 at 1:30 PM UTC.');
  // It still replaces the setting after its end.
  expect(await shown(null, new Date('2026-11-21T13:30:00Z'))).toBeNull();
  await clearMaintenance(admin);
  expect(await shown(null)).toContain('December 24, 2026');
});

test('an announcement without a text shows the default, and a second one replaces the first', async () => {
  await announceMaintenance(admin, { text: 'One', until: '2026-11-22T00:00' }, now);
  await announceMaintenance(admin, { text: '', until: '2026-11-23T00:00' }, now);
  expect(await shown('Europe/Berlin')).toBe(
    'Planned maintenance until November 23, 2026 at 12:00 AM GMT+1: some features may be slow or unavailable.',
  );
  expect(await readMaintenance(now)).toEqual({
    announced: { text: '', until: new Date('2026-11-22T23:00:00Z') },
    operatorUntil: null,
  });
  const { acts } = await readLog(new URLSearchParams());
  expect(acts[0]).toMatchObject({
    action: 'announce-maintenance',
    actor: 'admin@example.com',
    address: '192.0.2.1',
    before: { text: 'One', until: '2026-11-21T23:00:00.000Z' },
    after: { text: '', until: '2026-11-22T23:00:00.000Z' },
  });
});

test('an invalid announcement is refused at its field, and not recorded', async () => {
  await expect(
    announceMaintenance(admin, { text: 'x', until: '2026-11-21T12:59' }, now),
  ).rejects.toMatchObject({ code: 'invalid', fields: { until: 'This is in the past.' } });
  for (const body of [null, {}, { text: 5, until: '2026-12-01T00:00' }]) {
    expect(() => input(typedAnnouncement)(body)).toThrow(NOT_UNDERSTOOD);
  }
  expect(await shown(null)).toBeNull();
  expect((await readLog(new URLSearchParams())).acts).toEqual([]);
});
