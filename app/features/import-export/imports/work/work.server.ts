import { hash } from 'node:crypto';

import { LeaseLost } from '~/engine/leases/index.server';
import { roomLeft } from '~/engine/user-data/index.server';
import { ObjectMissing, ObjectStoreError } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { IncomingSource } from '../incoming';
import type { Held } from './work-data.server';

/** What a step of an import works with. */
export interface Work {
  held: Held;
  /** Aborted when the import is canceled or the process stops. */
  signal: AbortSignal;
  /** Opens the export. @throws AppError when it is none, with the reason */
  open(): Promise<IncomingSource>;
  /** Reports the progress, from 0 to 1. */
  report(share: number): void;
  /** Called often: yields to the event loop now and then. Throws once `signal` is aborted. */
  breathe(): Promise<void>;
}

/** Classes of SQLSTATE that reject a row; the others mean that the database itself is in trouble. */
const ROW_ERRORS = ['22', '23', '42', '54'];

/**
 * Whether only the present conversation has failed, so that the others can continue: not when the object store or the
 * database is away, or the work is stopped.
 */
export function isOfConversation(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof LeaseLost) return false;
  if (error instanceof ObjectStoreError) return false;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return !isConnectionLost(error);
  // Errors of libraries have other codes.
  return /^[0-9A-Z]{5}$/.test(code)
    ? ROW_ERRORS.includes(code.slice(0, 2))
    : !/^E[A-Z]+$/.test(code);
}

/** The driver's errors without a code when the database goes away. */
function isConnectionLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /^(Connection terminated|timeout exceeded|Client has encountered)/.test(message);
}

/** The object store is away, and may come back. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof ObjectStoreError && !(error instanceof ObjectMissing);
}

/** The stored key of a conversation: a hash, because the service's own key may be of any length. */
export function keyOf(name: string): string {
  return hash('sha256', name, 'base64url');
}

/** What is left of a user's storage quota, while several files are being stored. */
export interface Room {
  /** Takes room for a file; false when there isn't enough. */
  take(bytes: number): Promise<boolean>;
  /** Called once the taken bytes have their rows, or were removed again. */
  settle(bytes: number): void;
}

/** How old the usage may be: what is stored elsewhere is noticed after that. */
const FRESH_MS = 5_000;

export function roomOf(userId: UserScope): Room {
  let left = 0;
  let readAt = -Infinity;
  /** Taken since the usage was read, or not in it yet. */
  let taken = 0;
  let pending = 0;
  return {
    async take(bytes) {
      if (performance.now() - readAt > FRESH_MS) {
        left = await roomLeft(sql, userId);
        readAt = performance.now();
        taken = pending;
      }
      if (taken + bytes > left) return false;
      taken += bytes;
      pending += bytes;
      return true;
    },
    settle(bytes) {
      pending -= bytes;
    },
  };
}
