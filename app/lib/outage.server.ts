import { lacksRoom, noteDiskFull } from './files/disk.server';

/** What is unavailable: the database as a whole, or space on a disk. */
export type Outage = 'database' | 'disk';

/** PostgreSQL can't be reached or doesn't answer. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** For the Retry-After header. A restart of PostgreSQL takes a few seconds. */
export const RETRY_AFTER_SECONDS = 5;

export const OUTAGE_TEXTS: Record<Outage, string> = {
  database:
    'We can’t reach your data right now. Everything you saved is safe. Try again in a moment.',
  disk: 'The disk is full, so nothing new can be saved right now. Everything you saved before is safe. Ask your admin to free up space, then try again.',
};

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** PostgreSQL's classes and codes, and Prisma's texts and codes for the same. */
const AWAY =
  /^(?:08\w{3}|57P0[1235]|53300|25006|P10(?:01|02|08|17)|P20(?:24|37)|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** The driver's own failures have no code. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

const MAX_DEPTH = 5;

/** Whether an error means that the database is unavailable or a disk is full; null for any other. */
export function outageOf(err: unknown): Outage | null {
  const found = find(err, 0);
  // The built-in PostgreSQL stops when its disk is full, and then it's merely unreachable.
  return found === 'database' && lacksRoom() ? 'disk' : found;
}

/** The same, for the code that handles the error: also reports a full disk, so that test writes begin. */
export function noteOutage(err: unknown): Outage | null {
  const outage = outageOf(err);
  if (outage === 'disk') noteDiskFull();
  return outage;
}

function find(err: unknown, depth: number): Outage | null {
  if (typeof err !== 'object' || err === null || depth > MAX_DEPTH) return null;
  if (err instanceof DatabaseAway) return 'database';
  const { code, originalCode, kind, message, cause, errors, meta } = err as Record<string, unknown>;
  for (const word of [code, originalCode, kind]) {
    if (typeof word !== 'string') continue;
    if (NO_ROOM.has(word)) return 'disk';
    if (AWAY.test(word)) return 'database';
  }
  if (typeof message === 'string' && LOST.test(message)) return 'database';
  const parts = Array.isArray(errors) ? errors.slice(0, MAX_DEPTH) : [];
  const adapter = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  for (const part of [cause, adapter, ...parts]) {
    const outage = find(part, depth + 1);
    if (outage) return outage;
  }
  return null;
}
