import { ObjectMissing, ObjectStoreError } from '~/gateways/objects/index.server';

import { LeaseLost } from './work-data.server';

/** Classes of SQLSTATE that say that a row cannot be stored, rather than that the database is not well. */
const OF_ROWS = ['22', '23', '42', '54'];

/**
 * Whether a failure is of the conversation at hand, so that the others go on: anything but the object store, the
 * database and the end of the work.
 */
export function isOfConversation(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof LeaseLost) return false;
  if (error instanceof ObjectStoreError) return false;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return !isConnectionLost(error);
  // Others have codes of their own, such as a parser's.
  return /^[0-9A-Z]{5}$/.test(code) ? OF_ROWS.includes(code.slice(0, 2)) : !/^E[A-Z]+$/.test(code);
}

/** What the driver says, without a code, when the database goes away. */
function isConnectionLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /^(Connection terminated|timeout exceeded|Client has encountered)/.test(message);
}

/** The store of objects is away, and may come back. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof ObjectStoreError && !(error instanceof ObjectMissing);
}
