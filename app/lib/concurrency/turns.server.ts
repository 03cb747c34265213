import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the event loop is held at a time. */
const TURN_MS = 10;

/** Applies `work` to each item, in order; other requests get their turn in between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let since = performance.now();
  for (const item of items) {
    results.push(await work(item));
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return results;
}

export interface TurnLimits {
  /** How much work runs at a time. */
  atOnce: number;
  /** How much of one person's work runs at a time. */
  atOncePerPerson: number;
  maxWaiting: number;
  maxWaitingPerPerson: number;
}

/** Too much is waiting: in total, or for this person. */
export class NoPlace extends Error {
  readonly of: 'all' | 'person';

  constructor(of: 'all' | 'person') {
    super(of === 'all' ? 'too much waits for a turn' : 'too much of one person waits for a turn');
    this.of = of;
  }
}

/**
 * Limits how much work runs at a time, in fair turns: each person gets one before anyone gets a second, so that a
 * hundred files of one person delay another's by one at the most.
 */
export class FairTurns {
  private readonly limits: TurnLimits;
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** The people who wait, in the order of their turns, with their work. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private waitingInAll = 0;

  constructor(limits: TurnLimits) {
    this.limits = limits;
  }

  /**
   * Runs the work when it's this person's turn. With `always`, it waits however many others do, for work whose number
   * is bounded elsewhere. @throws NoPlace
   */
  async run<T>(person: string, work: () => Promise<T>, { always = false } = {}): Promise<T> {
    // A person who waits although a slot is free is at their own limit, and so is in no one's way.
    if (this.mayRun(person)) this.begin(person);
    else await this.wait(person, always);
    try {
      return await work();
    } finally {
      this.end(person);
    }
  }

  private mayRun(person: string): boolean {
    const { atOnce, atOncePerPerson } = this.limits;
    return this.running < atOnce && (this.runningOf.get(person) ?? 0) < atOncePerPerson;
  }

  private begin(person: string): void {
    this.running += 1;
    this.runningOf.set(person, (this.runningOf.get(person) ?? 0) + 1);
  }

  private end(person: string): void {
    this.running -= 1;
    const left = (this.runningOf.get(person) ?? 1) - 1;
    if (left > 0) this.runningOf.set(person, left);
    else this.runningOf.delete(person);
    this.startNext();
  }

  private wait(person: string, always: boolean): Promise<void> {
    const own = this.waiting.get(person) ?? [];
    if (!always) {
      if (own.length >= this.limits.maxWaitingPerPerson) throw new NoPlace('person');
      if (this.waitingInAll >= this.limits.maxWaiting) throw new NoPlace('all');
    }
    return new Promise((resolve) => {
      own.push(resolve);
      this.waiting.set(person, own);
      this.waitingInAll += 1;
    });
  }

  private startNext(): void {
    for (const [person, own] of this.waiting) {
      if (this.running >= this.limits.atOnce) return;
      if (!this.mayRun(person)) continue;
      const start = own.shift();
      this.waitingInAll -= 1;
      // To the end of the line: everyone else comes before their next one.
      this.waiting.delete(person);
      if (own.length > 0) this.waiting.set(person, own);
      this.begin(person);
      start?.();
    }
  }
}
