import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Claim, type Cut, type Lease, leaseOn, LeaseLost, untilCut } from './lease';
import { type Beaten, Leases, reapEach, storeEnd } from './leases.server';

/** A table in memory, with the latest attempt at each row. */
class Rows {
  readonly attempts = new Map<string, number>();
  readonly stops = new Set<string>();
  beats = 0;
  failing = false;

  claim(id: string): Claim {
    const attempt = (this.attempts.get(id) ?? 0) + 1;
    this.attempts.set(id, attempt);
    return { id, attempt };
  }

  beat(leases: readonly Lease[]): Promise<Beaten[]> {
    this.beats += 1;
    if (this.failing) return Promise.reject(new Error('away'));
    const ids = leases.map(({ claim }) => claim.id);
    return Promise.resolve(
      [...this.attempts]
        .filter(([id]) => ids.includes(id))
        .map(([id, attempt]) => ({ id, attempt, stopRequested: this.stops.has(id) })),
    );
  }
}

type TextLease = Lease<Claim, string>;

let rows: Rows;
let leases: Leases<TextLease, string>;
const BEAT_MS = 1_000;

function begin(): void {
  rows = new Rows();
  leases = new Leases<TextLease, string>({
    name: 'texts',
    beatMs: BEAT_MS,
    beat: (held) => rows.beat(held),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  begin();
});
afterEach(() => {
  leases.stop();
  vi.useRealTimers();
});

/** Claims a row and holds it until it is cut or `finish` is called. */
function working(id: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const lease: TextLease = leaseOn(rows.claim(id));
  void leases.hold(lease, async () => (await untilCut(lease, promise)) ?? `cut by ${lease.cutBy}`);
  return { lease, finish: () => resolve('done') };
}

describe('a held row', () => {
  test('beats until its work has ended, and no longer', async () => {
    const { lease, finish } = working('a');
    await vi.advanceTimersByTimeAsync(3 * BEAT_MS);
    expect(rows.beats).toBe(3);
    finish();
    expect(await lease.ended).toBe('done');
    expect(leases.held.size).toBe(0);
    await vi.advanceTimersByTimeAsync(3 * BEAT_MS);
    expect(rows.beats).toBe(3);
  });

  test('is lost once another process has claimed it, and is stopped once a person asked for that', async () => {
    const [taken, stopped, kept] = [working('a'), working('b'), working('c')];
    rows.claim('a');
    rows.stops.add('b');
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(await taken.lease.ended).toBe('cut by lost');
    expect(await stopped.lease.ended).toBe('cut by stop');
    expect([...leases.held.keys()]).toEqual(['c']);
    expect(kept.lease.cutBy).toBeNull();
  });

  test('stays held when beats fail', async () => {
    const { lease } = working('a');
    rows.failing = true;
    await vi.advanceTimersByTimeAsync(4 * BEAT_MS);
    expect([rows.beats, lease.cutBy]).toEqual([4, null]);
  });

  test('that was reaped and claimed again by the same process stays held when the first work on it ends', async () => {
    const first = working('a');
    const second = working('a');
    first.finish();
    await first.lease.ended;
    expect(leases.held.get('a')).toBe(second.lease);
  });

  test('doesn’t beat once it is quiet', async () => {
    const { lease } = working('a');
    const before = leases.beat();
    await leases.quiet(lease);
    await before;
    rows.claim('a');
    await leases.beat();
    expect(lease.cutBy).toBeNull();
  });

  test('is released even if its work doesn’t return from an abort', async () => {
    const lease: TextLease = leaseOn(rows.claim('a'));
    const never = new Promise<string>(() => undefined);
    const ended = leases.hold(lease, async () => (await untilCut(lease, never)) ?? 'let go');
    expect(await leases.cut('a', 'stop')).toBe('let go');
    expect(await ended).toBe('let go');
    expect(leases.cut('a', 'stop')).toBeNull();
  });

  test('keeps the first reason for which it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Cut>('stop', 'death', 'lost'), { minLength: 1 }),
        (cuts) => {
          const { lease } = working('a');
          for (const reason of cuts) void leases.cut('a', reason);
          expect([lease.cutBy, lease.abort.signal.reason]).toEqual([cuts[0], cuts[0]]);
        },
      ),
    );
  });

  test('is worked on only by its last claim, whichever process claims it and whenever it beats', async () => {
    const step = fc.tuple(
      fc.constantFrom('here', 'elsewhere', 'beat'),
      fc.constantFrom('a', 'b', 'c'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        begin();
        for (const [what, id] of steps) {
          if (what === 'beat') await leases.beat();
          else if (what === 'elsewhere') rows.claim(id);
          else working(id);
        }
        const held = [...leases.held.values()];
        await leases.beat();
        for (const { claim, cutBy } of held) {
          expect(cutBy).toBe(rows.attempts.get(claim.id) === claim.attempt ? null : 'lost');
        }
        leases.stop();
      }),
    );
  });
});

describe('starting the leases', () => {
  test('beats before anything is held, and reaps by age, or everything at once for a sole process', async () => {
    const upkeep = vi.fn(() => Promise.resolve());
    await leases.start(upkeep, { soleProcess: true });
    expect([rows.beats, leases.isStarted]).toEqual([1, true]);
    await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(upkeep.mock.calls).toEqual([[0], [15], [15]]);
    leases.stop();
    await leases.start(upkeep, { soleProcess: false });
    expect(upkeep).toHaveBeenLastCalledWith(15);
  });

  test('happens once when called twice, and can be repeated after it failed', async () => {
    const upkeep = vi.fn(() => Promise.resolve());
    rows.failing = true;
    const start = () => leases.start(upkeep, { soleProcess: false });
    await expect(start()).rejects.toThrow('away');
    expect(leases.isStarted).toBe(false);
    rows.failing = false;
    await Promise.all([start(), start()]);
    expect([rows.beats, upkeep.mock.calls.length]).toEqual([2, 1]);
  });

  test('waits for the upkeep of one beat before the next', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let turns = 0;
    await leases.start(() => ((turns += 1) === 2 ? promise : Promise.resolve()), {
      soleProcess: false,
    });
    await vi.advanceTimersByTimeAsync(5 * BEAT_MS);
    expect([rows.beats, turns]).toEqual([2, 2]);
    resolve();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect([rows.beats, turns]).toEqual([3, 3]);
  });
});

describe('a drain', () => {
  test('lets work end within its grace period, and cuts the rest', async () => {
    const [quick, slow] = [working('a'), working('b')];
    setTimeout(quick.finish, 100);
    const drained = leases.drain(500);
    expect(leases.draining).toBe(true);
    await vi.advanceTimersByTimeAsync(499);
    expect(slow.lease.cutBy).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await drained;
    expect([await quick.lease.ended, await slow.lease.ended]).toEqual(['done', 'cut by death']);
    expect(leases.held.size).toBe(0);
  });

  test('without a grace period cuts at once, and also waits for ends that fail', async () => {
    const lease: TextLease = leaseOn(rows.claim('a'));
    const ended = leases.hold(lease, async () => {
      await untilCut(lease, new Promise<string>(() => undefined));
      throw new Error('not stored');
    });
    const rejected = expect(ended).rejects.toThrow('not stored');
    const drained = leases.drain();
    expect(lease.cutBy).toBe('death');
    await drained;
    await rejected;
    await vi.advanceTimersByTimeAsync(5 * BEAT_MS);
    expect(rows.beats).toBe(0);
  });
});

test('a row that can’t be reaped, or is lost meanwhile, doesn’t hold up the others', async () => {
  const ids = ['fails', 'lost', 'taken', 'a', 'b'];
  const reaped = await reapEach(
    'texts',
    ids.map((id) => ({ id })),
    ({ id }) => {
      if (id === 'fails') return Promise.reject(new Error('away'));
      if (id === 'lost') return Promise.reject(new LeaseLost());
      return Promise.resolve(id !== 'taken');
    },
  );
  expect(reaped).toBe(2);
});

describe('storing the end of work', () => {
  const claim = { id: 'a', attempt: 1 };
  const away = Object.assign(new Error('refused'), { code: '57P03' });

  test('is retried until it succeeds, for hours while the database is away', async () => {
    let tries = 0;
    const stored = storeEnd('texts', claim, () =>
      (tries += 1) < 4_000 ? Promise.reject(away) : Promise.resolve(),
    );
    await vi.runAllTimersAsync();
    expect(await stored).toBe('stored');
  });

  test('is abandoned after two minutes of errors, and at once when the lease is lost', async () => {
    const began = performance.now();
    const refused = storeEnd('texts', claim, () => Promise.reject(new Error('check violated')));
    await vi.runAllTimersAsync();
    expect(await refused).toBe('abandoned');
    expect(performance.now() - began).toBeGreaterThan(120_000);
    const lost = vi.fn(() => Promise.reject(new LeaseLost()));
    expect(await storeEnd('texts', claim, lost)).toBe('lost');
    expect(lost).toHaveBeenCalledOnce();
  });
});
