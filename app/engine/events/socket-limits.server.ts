import type { IncomingMessage } from 'node:http';

import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { addressKey } from '~/lib/security/network-address.server';

/** Of one user, on this process: one for each tab. */
export const MAX_PER_USER = 20;
/** Connections of one address that have not said whose they are. */
export const MAX_UNKNOWN = 100;
/** What a browser may send at once, and then each second. It says a few words when a chat is opened. */
export const MAX_BURST = 100;
const PER_SECOND = 10;

/** What Engine.IO calls a socket: a connection by WebSocket or by long polling, whatever is said over it. */
export interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  close(discard?: boolean): unknown;
}

/** Connections counted by a key, each once, until they close. */
class Held {
  readonly #byKey = new Map<string, Set<Connection>>();

  /** False, and nothing is counted, where that would be more than `max`. */
  add(key: string, connection: Connection, max: number): boolean {
    const held = this.#byKey.get(key) ?? new Set();
    if (held.has(connection)) return true;
    if (held.size >= max) return false;
    this.#byKey.set(key, held.add(connection));
    connection.once('close', () => this.remove(key, connection));
    return true;
  }

  count(key: string): number {
    return this.#byKey.get(key)?.size ?? 0;
  }

  remove(key: string, connection: Connection): void {
    const held = this.#byKey.get(key);
    held?.delete(connection);
    if (held?.size === 0) this.#byKey.delete(key);
  }
}

/** How many connections there may be, and how much may be said over each. Nothing is limited with RATE_LIMITS=false. */
export class SocketLimits {
  readonly #ofUsers = new Held();
  readonly #unknown = new Held();

  /** False where too many connections of this address have not signed in. */
  hasRoom(request: IncomingMessage): boolean {
    if (!env().RATE_LIMITS) return true;
    const address = addressOf(request);
    if (this.#unknown.count(address) < MAX_UNKNOWN) return true;
    log.warn({ address }, 'refused a socket: too many of this address have not signed in');
    return false;
  }

  /** Counts a new connection by its address until `admit`. False: there are too many that no one knows. */
  open(connection: Connection): boolean {
    if (!env().RATE_LIMITS) return true;
    limitPackets(connection);
    return this.#unknown.add(addressOf(connection.request), connection, MAX_UNKNOWN);
  }

  /** Counts a connection as the user's. False: they have too many. */
  admit(userId: string, connection: Connection): boolean {
    if (!env().RATE_LIMITS) return true;
    if (!this.#ofUsers.add(userId, connection, MAX_PER_USER)) return false;
    this.#unknown.remove(addressOf(connection.request), connection);
    return true;
  }
}

/** Each message counts, also one that is not understood: a bucket that fills by so many a second. */
function limitPackets(connection: Connection): void {
  let left = MAX_BURST;
  let at = performance.now();
  connection.on('packet', () => {
    const now = performance.now();
    left = Math.min(MAX_BURST, left + ((now - at) / 1_000) * PER_SECOND) - 1;
    at = now;
    if (left >= 0) return;
    log.warn({ address: addressOf(connection.request) }, 'closed a socket that sent too much');
    connection.close(true);
  });
}

/** By TRUST_PROXY, as Express finds it; what is no address counts as one. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']?.toString().split(',').reverse() ?? [];
  const addresses = [socket?.remoteAddress, ...forwarded];
  const hops = Math.min(env().TRUST_PROXY, addresses.length - 1);
  return addressKey(addresses[hops]);
}
