import { hash } from 'node:crypto';

import { LeaseLost } from '~/engine/leases/index.server';
import { ObjectMissing, ObjectStoreError } from '~/gateways/objects/index.server';

import type { IncomingSource } from '../incoming';
import type { Held } from './work-data.server';

/** What a step of an import works with. */
export interface Work {
  held: Held;
  /** Aborted when the import was canceled, or the process stops. */
  signal: AbortSignal;
  /** The export. @throws AppError that says why it is none */
  open(): Promise<IncomingSource>;
  /** How far it is, from 0 to 1. */
  report(share: number): void;
  /** Called often: lets others have their turn. Throws once `signal` is aborted. */
  breathe(): Promise<void>;
}

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

/** What a conversation of a service is kept by: its name may be as long as it likes. */
export function keyOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
