import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { newId } from '~/lib/ids.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { cut, LeaseLost, type Claim, type Cut, type Lease } from './lease';

// Long work is claimed in its table, which counts the attempt before any of the work begins; then it is held here, shown to
// be alive, and ended once. Answers and media jobs of dead processes are reaped by `upkeep`. Imports and exports come from the
// queue, which brings them again; an import is worked on in a process of its own, which beats for it.

/** What rows name that this process holds. */
export const thisProcessId: string = singleton('process-id', newId);

/** Three beats missed, and more. */
const STALE_SECONDS = 15;

/** A claim that still holds its row. */
export interface Beaten extends Claim {
  /** Someone left word to end the work. */
  stopRequested?: boolean;
}

/** One kind of long work, as its table keeps it. */
export interface LeaseTable<L extends Lease> {
  /** For the log. */
  name: string;
  beatMs: number;
  /** Shows that the work on these rows is alive, and returns those that are still held. */
  beat(leases: readonly L[]): Promise<readonly Beaten[]>;
}

/** The rows of one kind that this process holds. */
export class Leases<L extends Lease<Claim, End>, End = void> {
  readonly held = new Map<string, L>();
  /** True from the beginning of a drain on: no more is to be claimed. */
  draining = false;
  readonly #table: LeaseTable<L>;
  #starting: Promise<void> | null = null;
  #upkeep: ((staleSeconds: number) => Promise<void>) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ticking = false;
  #beating: Promise<void> | null = null;

  constructor(table: LeaseTable<L>) {
    this.#table = table;
  }

  /** True once `start` is through, until `stop`. */
  get isStarted(): boolean {
    return this.#upkeep !== null;
  }

  /**
   * Beats from now on, whatever is held, and does `upkeep` after each beat: it reaps what has shown no life for so many
   * seconds. `soleProcess`: no other process can exist, so whatever runs elsewhere is dead, however fresh its last beat.
   */
  start(
    upkeep: (staleSeconds: number) => Promise<void>,
    { soleProcess }: { soleProcess: boolean },
  ): Promise<void> {
    const begin = async () => {
      this.draining = false;
      await this.#beat();
      await upkeep(soleProcess ? 0 : STALE_SECONDS);
      this.#upkeep = upkeep;
      this.#keepBeating();
    };
    this.#starting ??= withoutLogContext(begin).catch((error: unknown) => {
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#starting = null;
    this.#upkeep = null;
  }

  /** Holds a claimed row while `work` works on it and stores its end. */
  hold(lease: L, work: () => Promise<End>): Promise<End> {
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    const known: Lease<Claim, End> = lease;
    known.ended = promise;
    this.held.set(lease.claim.id, lease);
    this.#keepBeating();
    work()
      .finally(() => this.release(lease))
      .then(resolve, reject);
    return promise;
  }

  /** Its end is stored, or it was given up. */
  release(lease: L): void {
    // It may have been reaped and claimed again here.
    if (this.held.get(lease.claim.id) === lease) this.held.delete(lease.claim.id);
    if (this.held.size > 0 || this.isStarted || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Cuts the work on a row; resolves with its end. Null where it isn't held here. */
  cut(id: string, reason: Cut): Promise<End> | null {
    const lease = this.held.get(id);
    if (!lease) return null;
    cut(lease, reason);
    return lease.ended;
  }

  /** Shows that what is held is alive, and cuts what isn't held any more or is to stop. Never rejects. */
  beat(): Promise<void> {
    return this.#beat().catch((err: unknown) =>
      log.warn({ err, of: this.#table.name }, 'heartbeat failed, trying again'),
    );
  }

  /** For work whose beats tell how far it is: none comes after this, so none can tell of it after its end. */
  async quiet(lease: L): Promise<void> {
    lease.beats = false;
    await this.#beaten();
  }

  /** Before the process goes: lets what is held end for `graceMs`, then cuts it and waits for the ends to be stored. */
  async drain(graceMs = 0): Promise<void> {
    this.draining = true;
    const ends = () => Promise.allSettled([...this.held.values()].map(({ ended }) => ended));
    if (graceMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, graceMs);
      await Promise.race([ends(), promise]);
      clearTimeout(timer);
    }
    for (const lease of this.held.values()) cut(lease, 'death');
    await ends();
    this.stop();
    await this.#beaten();
  }

  async #beaten(): Promise<void> {
    await this.#beating?.catch(() => {
      // The heartbeat has logged it.
    });
  }

  #keepBeating(): void {
    this.#timer ??= withoutLogContext(() =>
      setInterval(() => void this.#tick(), this.#table.beatMs).unref(),
    );
  }

  async #tick(): Promise<void> {
    if (this.#ticking) return;
    this.#ticking = true;
    try {
      await this.#beat();
      await this.#upkeep?.(STALE_SECONDS);
    } catch (err) {
      log.warn({ err, of: this.#table.name }, 'heartbeat failed, trying again');
    } finally {
      this.#ticking = false;
    }
  }

  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    // Those of before the beat: what is claimed meanwhile isn't among its answers.
    const leases = [...this.held.values()].filter(({ beats }) => beats);
    const beaten = await this.#table.beat(leases);
    for (const lease of leases) {
      const { id, attempt } = lease.claim;
      const held = beaten.find((claim) => claim.id === id && claim.attempt === attempt);
      // One that has just ended isn't there either: then nothing is left to cut.
      if (!held) cut(lease, 'lost');
      else if (held.stopRequested) cut(lease, 'stop');
    }
  }
}

/**
 * Takes care of each row that a dead process left: `end` ends it or puts it back, and says whether it was still there to be.
 * Returns of how many.
 */
export async function reapEach<Row extends { id: string }>(
  of: string,
  rows: readonly Row[],
  end: (row: Row) => Promise<boolean>,
): Promise<number> {
  let reaped = 0;
  for (const row of rows) {
    try {
      if (await end(row)) reaped += 1;
    } catch (err) {
      if (err instanceof LeaseLost) continue;
      // One that cannot be ended must not keep the others running for ever.
      log.error({ err, of, id: row.id }, 'ending abandoned work failed, trying again');
    }
  }
  if (reaped > 0) log.info({ of, reaped }, 'took over the work of a process that died');
  return reaped;
}

const GIVE_UP_MS = 120_000;
const MAX_WAIT_MS = 2_000;

/**
 * Stores the end of work, trying again while the database refuses it for reasons of its own; past two minutes of that it is
 * `abandoned`, and reaped from what is stored. While the database is away, or its disk is full, it is tried as long as this
 * process lives: what the work made may be only here. `lost` when `end` throws LeaseLost.
 */
export async function storeEnd(
  of: string,
  { id }: Claim,
  end: () => Promise<void>,
): Promise<'stored' | 'lost' | 'abandoned'> {
  let refusedSince: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await end();
      return 'stored';
    } catch (err) {
      if (err instanceof LeaseLost) return 'lost';
      const outage = noteOutage(err);
      refusedSince = outage ? null : (refusedSince ?? performance.now());
      if (refusedSince !== null && performance.now() - refusedSince > GIVE_UP_MS) {
        log.error({ err, of, id }, 'the end of work could not be stored');
        return 'abandoned';
      }
      // Ever more seldom: an outage of hours must not fill the log.
      if (Number.isInteger(Math.log2(attempt))) {
        log.warn({ err, of, outage, id, attempt }, 'storing the end of work failed, trying again');
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * attempt, MAX_WAIT_MS)));
    }
  }
}
