import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import {
  clearLimit,
  forgive,
  forgiveAddress,
  limit,
  limitAddress,
  LIMITS,
  limitUse,
} from '~/http/rate-limit.server';
import { TooManyRequests } from '~/lib/errors';
import { emptyTables } from '../setup/empty-tables.ts';

beforeEach(() => emptyTables('rate_limits'));
afterEach(() => {
  env().RATE_LIMITS = true;
});

async function use(name: Parameters<typeof limit>[0], key: string, times: number) {
  for (let time = 0; time < times; time += 1) await limit(name, key);
}

describe('a limit', () => {
  test.each([
    ['sign-in-account', 10, 900, /^Too many attempts\. Please wait 15 minutes and try again\.$/],
    ['sign-up-account', 10, 3600, /^Too many attempts\. Please wait 1 hour and try again\.$/],
    ['chat', 60, 60, /^Too many attempts\. Please wait (1 minute|\d+ seconds) and try again\.$/],
  ] as const)(
    '%s allows %i uses and then says how long to wait',
    async (name, points, seconds, text) => {
      await use(name, 'one', points);
      const refusal = await limit(name, 'one').catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(TooManyRequests);
      const { status, userMessage, retryAfterSeconds } = refusal as TooManyRequests;
      expect(status).toBe(429);
      expect(userMessage).toMatch(text);
      expect(retryAfterSeconds).toBeGreaterThan(seconds - 30);
      expect(retryAfterSeconds).toBeLessThanOrEqual(seconds);
      // Another key has its own count, and so has the same key under another name.
      await limit(name, 'two');
      await limit('sign-up-address', 'one');
    },
  );

  test('ends with its period, which further uses don’t extend', async () => {
    await use('sign-in-account', 'one', 10);
    const expiry = async () =>
      (await sql.query<{ expire: number }>('SELECT expire FROM rate_limits'))[0]!.expire;
    const first = await expiry();
    await expect(limit('sign-in-account', 'one')).rejects.toBeInstanceOf(TooManyRequests);
    expect(await expiry()).toBe(first);
    await sql.query('UPDATE rate_limits SET expire = $1::bigint', [Date.now() - 1]);
    await use('sign-in-account', 'one', 10);
  });

  test.each(['sign-in-account', 'chat'] as const)(
    'that was reached while the clock was a day ahead ends when the clock is right again (%s)',
    async (name) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
      try {
        await expect(use(name, 'early', 100)).rejects.toBeInstanceOf(TooManyRequests);
      } finally {
        vi.useRealTimers();
      }
      await limit(name, 'early');
      await expect(use(name, 'early', 100)).rejects.toBeInstanceOf(TooManyRequests);
    },
  );

  test('counts exactly under concurrency', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => limit('sign-in-account', 'one')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('can forgive one use, or all of them', async () => {
    await use('sign-in-account', 'one', 10);
    await forgive('sign-in-account', 'one');
    await limit('sign-in-account', 'one');
    await expect(limit('sign-in-account', 'one')).rejects.toBeInstanceOf(TooManyRequests);
    await clearLimit('sign-in-account', 'one');
    await use('sign-in-account', 'one', 10);
  });

  test('counts nothing if the network address is unknown', async () => {
    for (let time = 0; time < 100; time += 1) await limitAddress('sign-in-address', undefined);
    await forgiveAddress('sign-in-address', undefined);
    expect(await sql.query('SELECT key FROM rate_limits')).toEqual([]);
  });

  test('is off with RATE_LIMITS=false', async () => {
    env().RATE_LIMITS = false;
    await use('sign-in-account', 'one', 50);
    await clearLimit('sign-in-account', 'one');
    expect(await sql.query('SELECT key FROM rate_limits')).toEqual([]);
  });
});

describe('a limit by network address', () => {
  const name = 'sign-in-address';
  const { points } = LIMITS[name];
  const useAt = async (addressOf: (time: number) => string, times: number) => {
    for (let time = 0; time < times; time += 1) await limitAddress(name, addressOf(time));
  };
  const refused = (address: string) =>
    expect(limitAddress(name, address)).rejects.toBeInstanceOf(TooManyRequests);

  test.each([
    ['an IPv4 address with a port', (time: number) => `5.5.5.7:${40_000 + time}`, '5.5.5.7'],
    ['an IPv6 address with a port', (time: number) => `[2001:db8::${time}]:443`, '2001:db8::ffff'],
    [
      'addresses that can’t be parsed, which share one count',
      (time: number) => `no address ${time}`,
      'unknown',
    ],
  ])('covers %s', async (_kind, addressOf, another) => {
    await useAt(addressOf, points);
    await refused(addressOf(points));
    await refused(another);
    await limitAddress(name, '5.5.5.8');
  });

  test('covers the networks of a /56 and of a /48, with larger limits', async () => {
    const hex = (of: number) => of.toString(16);
    await useAt((time) => `2001:db8:1:${hex(time % 256)}::1`, points * 4);
    await refused('2001:db8:1:ff::2');
    // The neighbors in the /48 have their own, until that of the /48 is used up.
    await useAt(
      (time) => `2001:db8:1:${hex(256 * (1 + (time % 12)) + (time % 200))}::1`,
      points * 12,
    );
    await refused('2001:db8:1:ffff::1');
    await limitAddress(name, '2001:db8:2::1');
  });

  test('forgives a use in all the networks around an address', async () => {
    await useAt(() => '2001:db8:1:2::1', points);
    for (let time = 0; time < 20; time += 1) {
      await forgiveAddress(name, '2001:db8:1:2::9');
      await limitAddress(name, '2001:db8:1:2::8');
    }
    await refused('2001:db8:1:2::1');
  });
});

describe('a use by a signed-in person', () => {
  test('counts for the account and for the network address, by its /64 if it is IPv6', async () => {
    const accounts = ['ada', 'bob', 'cleo', 'dan', 'eve'];
    for (const account of accounts) {
      for (let time = 0; time < 60; time += 1) {
        await limitUse('chat', account, `2001:db8:1:2::${time}`);
      }
      await expect(limitUse('chat', account, '2001:db8:9::1')).rejects.toBeInstanceOf(
        TooManyRequests,
      );
    }
    await expect(limitUse('chat', 'frank', '2001:db8:1:2:ffff::1')).rejects.toBeInstanceOf(
      TooManyRequests,
    );
    await limitUse('chat', 'grace', '2001:db8:1:3::1');
    await limitUse('chat', 'heidi', undefined);
  });
});
