import pg from 'pg';

import { log } from '../log.server';
import { withoutLogContext } from '../log-context.server';
import { DatabaseAway } from '../outage.server';

interface CircuitOptions {
  /** A connection held or waited for this long is a reason to check whether PostgreSQL still answers. */
  suspectMs: number;
  /** How long PostgreSQL has to answer. */
  probeMs: number;
  /** How long an answer counts while connections are still held or waited for. */
  trustMs: number;
  /** The time between probes while it doesn't answer. */
  againMs: number;
}

const OPTIONS: CircuitOptions = { suspectMs: 2_000, probeMs: 3_000, trustMs: 5_000, againMs: 500 };
const CHECK_MS = 250;
const TURN_MS = 100;

/** The pool passes only the error when it gives up a wait for a connection (pg-pool, `connect`). */
type Give = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

interface Asked {
  since: number;
  refuse(error: Error): void;
}

const nothing = () => {};

/**
 * Keeps a database that hangs from holding up everyone: once PostgreSQL doesn't answer a probe, everything that waits
 * for it fails at once, and so does everything that comes later, until a probe succeeds. Slow statements on a database
 * that answers are left alone. Statements pay nothing for this: only connections taken from the pool are checked.
 */
export function breakCircuit(
  pool: pg.Pool,
  probe: (timeoutMs: number) => Promise<void>,
  options: Partial<CircuitOptions> = {},
): void {
  const { suspectMs, probeMs, trustMs, againMs } = { ...OPTIONS, ...options };
  const asked = new Set<Asked>();
  const held = new Map<pg.PoolClient, number>();
  const connected = new Set<pg.PoolClient>();
  let isOpen = false;
  let isProbing = false;
  let trustedUntil = 0;

  const connect = pool.connect.bind(pool) as unknown as (give: Give) => void;
  pool.connect = ((give?: Give) => {
    if (give) return take(give);
    return new Promise<pg.PoolClient>((resolve, reject) => {
      take((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
    });
  }) as typeof pool.connect;

  function take(give: Give): void {
    if (isOpen) return process.nextTick(give, away(), undefined, nothing);
    let isRefused = false;
    const waiting: Asked = {
      since: performance.now(),
      refuse(error) {
        isRefused = true;
        give(error, undefined, nothing);
      },
    };
    asked.add(waiting);
    connect((error, client, release) => {
      asked.delete(waiting);
      if (isRefused) release?.();
      else if (error) give(new DatabaseAway(error.message, { cause: error }), undefined, nothing);
      else give(undefined, client, release);
    });
  }

  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => connected.delete(client));
  pool.on('acquire', (client) => held.set(client, performance.now()));
  pool.on('release', (_error, client) => held.delete(client));

  const timer = setInterval(check, CHECK_MS).unref();
  const end = pool.end.bind(pool);
  pool.end = ((done?: () => void) => {
    clearInterval(timer);
    isOpen = false;
    return done ? end(done) : end();
  }) as typeof pool.end;

  function check(): void {
    if (isProbing || pool.ending) return;
    const now = performance.now();
    // Both are in order of arrival.
    const [first] = asked;
    const [oldest = Infinity] = held.values();
    const since = Math.min(first?.since ?? Infinity, oldest);
    if (now - since < suspectMs || now < trustedUntil) return;
    isProbing = true;
    withoutLogContext(() => void suspect());
  }

  async function suspect(): Promise<void> {
    try {
      if (await answers()) trustedUntil = performance.now() + trustMs;
      else await untilItAnswers();
    } finally {
      isProbing = false;
    }
  }

  async function untilItAnswers(): Promise<void> {
    isOpen = true;
    log.error('the database does not answer: requests are refused until it does');
    const since = performance.now();
    letGo();
    do {
      await new Promise((resolve) => setTimeout(resolve, againMs).unref());
    } while (isOpen && !pool.ending && !(await answers()));
    isOpen = false;
    const seconds = Math.round((performance.now() - since) / 1_000);
    log.info({ seconds }, 'the database answers again');
  }

  /** Idle connections would hang just as well. */
  function letGo(): void {
    for (const waiting of asked) waiting.refuse(away());
    asked.clear();
    for (const { connection } of connected) connection.stream.destroy();
  }

  async function answers(): Promise<boolean> {
    try {
      await probe(probeMs);
      return true;
    } catch (err) {
      // An error from PostgreSQL means that it isn't hanging: the callers will get that error themselves.
      if (err instanceof pg.DatabaseError) return true;
      log.debug({ err }, 'the database does not answer');
      return false;
    }
  }
}

function away(): DatabaseAway {
  return new DatabaseAway('the database does not answer');
}

/** Requires an answer from PostgreSQL, on a connection of its own. @throws when none comes in time */
export async function probeDatabase(connectionString: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', nothing);
  const late = inTurns(timeoutMs);
  try {
    await Promise.race([client.connect().then(() => client.query('SELECT 1')), late.passed]);
    await Promise.race([client.end(), late.passed]);
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  } finally {
    late.stop();
  }
}

/**
 * Rejects after `ms`, not counting the time for which this process was too busy to read an answer, because that says
 * nothing about PostgreSQL.
 */
function inTurns(ms: number): { passed: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout;
  const passed = new Promise<never>((_resolve, reject) => {
    let left = Math.ceil(ms / TURN_MS);
    const turn = () => {
      left -= 1;
      if (left > 0) timer = setTimeout(turn, TURN_MS);
      // Timers run before what has arrived in the meantime is read.
      else setImmediate(() => setImmediate(reject, new Error(`no answer within ${ms} ms`)));
    };
    timer = setTimeout(turn, TURN_MS);
  });
  passed.catch(nothing);
  return { passed, stop: () => clearTimeout(timer) };
}
