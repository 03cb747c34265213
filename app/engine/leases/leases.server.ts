import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { newId } from '~/lib/ids.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { cut, LeaseLost, type Claim, type Cut, type Lease } from './lease';

// Long work is claimed in its table, which counts the attempt before the work begins. Then it is held here, beats, and ends
// once. Answers and media jobs of dead processes are reaped by `upkeep`. Imports and exports are repeated by the queue; an
// import runs in a process of its own, which beats for it.

/** Names this process in the rows that it holds. */
export const thisProcessId: string = singleton('process-id', newId);

/** More than two missed beats of any kind of work. */
const STALE_SECONDS = 15;

/** A claim that still holds its row. */
export interface Beaten extends Claim {
  /** A person asked to stop the work. */
  stopRequested?: boolean;
}

/** One kind of long work, as its table keeps it. */
export interface LeaseTable<L extends Lease> {
  /** For the log. */
  name: string;
  beatMs: number;
  /** Stores a heartbeat for these leases, and returns those whose rows they still hold. */
  beat(leases: readonly L[]): Promise<readonly Beaten[]>;
}

/** The rows of one kind that this process holds. */
export class Leases<L extends Lease<Claim, End>, End = void> {
  readonly held = new Map<string, L>();
  /** True once a drain has begun: nothing more may be claimed. */
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

  /** True from the end of `start` until `stop`. */
  get isStarted(): boolean {
    return this.#upkeep !== null;
  }

  /**
   * Beats from now on, even if nothing is held, and calls `upkeep` after each beat to reap what hasn't beaten for
   * `staleSeconds`. With `soleProcess` no other process can exist, so the first upkeep reaps everything, however recent its
   * last beat.
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

  /** Holds a claimed row while `work` runs, which also stores its end. */
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

  /** Call it once the end is stored or abandoned; `hold` calls it, too. */
  release(lease: L): void {
    // The row may have been reaped and claimed again by this process.
    if (this.held.get(lease.claim.id) === lease) this.held.delete(lease.claim.id);
    if (this.held.size > 0 || this.isStarted || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Cuts the work on a row and resolves with its end; null if this process doesn't hold it. */
  cut(id: string, reason: Cut): Promise<End> | null {
    const lease = this.held.get(id);
    if (!lease) return null;
    cut(lease, reason);
    return lease.ended;
  }

  /** Beats, and cuts what is lost or was asked to stop. Never rejects. */
  beat(): Promise<void> {
    return this.#beat().catch((err: unknown) =>
      log.warn({ err, of: this.#table.name }, 'heartbeat failed, trying again'),
    );
  }

  /** For work whose beats publish its progress: after this there are no more, so none can be published after its end. */
  async quiet(lease: L): Promise<void> {
    lease.beats = false;
    await this.#beaten();
  }

  /** Before the process exits: waits `graceMs` for work to end, cuts the rest, and waits until all ends are stored. */
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
    // Taken before the beat, because its result lacks what is claimed meanwhile.
    const leases = [...this.held.values()].filter(({ beats }) => beats);
    const beaten = await this.#table.beat(leases);
    for (const lease of leases) {
      const { id, attempt } = lease.claim;
      const held = beaten.find((claim) => claim.id === id && claim.attempt === attempt);
      // A row whose work has just ended is missing, too; then the cut has no effect.
      if (!held) cut(lease, 'lost');
      else if (held.stopRequested) cut(lease, 'stop');
    }
  }
}

/**
 * Reaps the rows that dead processes left: `end` ends one or puts it back, and returns false if it was no longer there to be
 * reaped. Returns how many were.
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
      // One that can't be ended must not keep the others running forever.
      log.error({ err, of, id: row.id }, 'ending abandoned work failed, trying again');
    }
  }
  if (reaped > 0) log.info({ of, reaped }, 'took over the work of a process that died');
  return reaped;
}

const GIVE_UP_MS = 120_000;
const MAX_WAIT_MS = 2_000;

/**
 * Stores the end of work, and retries if that fails. After two minutes of errors it is `abandoned` and will be reaped from
 * what is stored. While the database is away or its disk is full, it retries as long as the process lives, because the
 * result may exist only here. `lost` when `end` throws LeaseLost.
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
      // Less and less often, so that an outage of hours doesn't fill the log.
      if (Number.isInteger(Math.log2(attempt))) {
        log.warn({ err, of, outage, id, attempt }, 'storing the end of work failed, trying again');
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * attempt, MAX_WAIT_MS)));
    }
  }
}
