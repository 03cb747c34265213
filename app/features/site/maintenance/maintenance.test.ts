import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { DAY_MS } from '~/lib/time';

import {
  DISMISSED_ON,
  isMaintenanceShown,
  localDate,
  maintenanceScript,
  msToNextChange,
} from './maintenance';

// With half hours, both sides of the date line, and clocks that change at midnight (Beirut, Santiago) or by half an hour.
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

const zone = fc.constantFrom(...ZONES);
const moment = fc.date({
  min: new Date('2015-01-01'),
  max: new Date('2035-01-01'),
  noInvalidDate: true,
});

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
}

describe('the local day', () => {
  test('is the calendar day in every time zone', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, now) => {
        process.env.TZ = timeZone;
        expect(localDate(now)).toBe(dayIn(timeZone, now));
      }),
    );
  });

  test('differs on the two sides of the date line', () => {
    const now = new Date('2025-04-17T10:30:00Z');
    process.env.TZ = 'Pacific/Kiritimati';
    expect(localDate(now)).toBe('2025-04-18');
    process.env.TZ = 'Pacific/Pago_Pago';
    expect(localDate(now)).toBe('2025-04-16');
  });
});

describe('the banner', () => {
  const until = new Date('2025-04-18T00:00:00Z');

  test.each([
    ['is shown before the end', '2025-04-17T12:00:00Z', null, true],
    ['is hidden when it was dismissed today', '2025-04-17T12:00:00Z', '2025-04-17', false],
    ['is shown when it was dismissed yesterday', '2025-04-17T12:00:00Z', '2025-04-16', true],
    ['is shown when the storage has something else', '2025-04-17T12:00:00Z', 'yes', true],
    ['is shown until the last millisecond', '2025-04-17T23:59:59.999Z', null, true],
    ['is hidden at the end', '2025-04-18T00:00:00Z', null, false],
    ['is hidden after the end', '2026-01-01T00:00:00Z', '2025-04-17', false],
  ])('%s', (_when, now, dismissed, shown) => {
    process.env.TZ = 'UTC';
    expect(isMaintenanceShown(until, new Date(now), dismissed)).toBe(shown);
  });

  test('returns on the next local day, and not before', () => {
    fc.assert(
      fc.property(zone, moment, fc.nat(2 * DAY_MS), (timeZone, dismissal, later) => {
        process.env.TZ = timeZone;
        const farOff = new Date('2040-01-01');
        const now = new Date(dismissal.getTime() + later);
        const nextDay = dayIn(timeZone, now) !== dayIn(timeZone, dismissal);
        expect(isMaintenanceShown(farOff, now, localDate(dismissal))).toBe(nextDay);
      }),
    );
  });

  test("doesn't change before the next check", () => {
    fc.assert(
      fc.property(zone, moment, fc.nat(3 * DAY_MS), fc.nat(DAY_MS), (timeZone, now, left, part) => {
        process.env.TZ = timeZone;
        const end = new Date(now.getTime() + left + 1);
        const wait = msToNextChange(end, now);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(DAY_MS + 2 * 3_600_000);
        // Nothing changes until the next check, whether it was dismissed or not.
        const between = new Date(now.getTime() + (part % wait));
        for (const dismissed of [null, localDate(now)]) {
          expect(isMaintenanceShown(end, between, dismissed)).toBe(
            isMaintenanceShown(end, now, dismissed),
          );
        }
      }),
    );
  });

  test("isn't checked any more after the end", () => {
    expect(msToNextChange(until, until)).toBe(Infinity);
  });
});

describe('the script before the banner', () => {
  function run(read: () => string | null): string | undefined {
    const html = { dataset: {} as { maintenance?: string } };
    new Function('localStorage', 'document', maintenanceScript)(
      { getItem: (key: string) => (key === DISMISSED_ON ? read() : null) },
      { documentElement: html },
    );
    return html.dataset.maintenance;
  }

  test('hides it if it was dismissed on the same local day, in every time zone', () => {
    for (const timeZone of ZONES) {
      process.env.TZ = timeZone;
      expect(run(() => localDate(new Date()))).toBe('dismissed');
      expect(run(() => localDate(new Date(Date.now() - DAY_MS)))).toBeUndefined();
    }
  });

  test('shows it if nothing was dismissed, or storage is blocked', () => {
    expect(run(() => null)).toBeUndefined();
    expect(
      run(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
    ).toBeUndefined();
  });
});
