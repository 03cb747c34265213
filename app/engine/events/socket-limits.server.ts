import type { IncomingMessage } from 'node:http';

import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { addressKey } from '~/lib/security/network-address.server';

/** The sockets that one user may have on this process, one per tab. */
export const MAX_PER_USER = 20;
/** The connections of one address that may wait for authentication. */
export const MAX_UNKNOWN = 100;
/** The packets that a browser may send at once. It sends a few when a chat is opened. */
export const MAX_BURST = 100;
const PER_SECOND = 10;

/** What Engine.IO calls a socket: a connection by WebSocket or long polling. */
export interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: () => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  close(discard?: boolean): unknown;
}

/** Counts open connections by a key, each once. */
class Held {
  readonly #byKey = new Map<string, Set<Connection>>();

  /** Returns false, without counting it, if there are `max` already. */
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

/** Limits the number of connections, and the packets on each. With RATE_LIMITS=false nothing is limited. */
export class SocketLimits {
  readonly #ofUsers = new Held();
  readonly #unknown = new Held();

  /** False if too many connections of this address haven't authenticated. */
  hasRoom(request: IncomingMessage): boolean {
    if (!env().RATE_LIMITS) return true;
    const address = addressOf(request);
    if (this.#unknown.count(address) < MAX_UNKNOWN) return true;
    log.warn({ address }, 'refused a socket: too many of this address have not signed in');
    return false;
  }

  /** Counts a new connection by its address until `admit`. False if too many haven't authenticated. */
  open(connection: Connection): boolean {
    if (!env().RATE_LIMITS) return true;
    limitPackets(connection);
    return this.#unknown.add(addressOf(connection.request), connection, MAX_UNKNOWN);
  }

  /** Counts a connection as the user's. False if they have too many. */
  admit(userId: string, connection: Connection): boolean {
    if (!env().RATE_LIMITS) return true;
    if (!this.#ofUsers.add(userId, connection, MAX_PER_USER)) return false;
    this.#unknown.remove(addressOf(connection.request), connection);
    return true;
  }
}

/** A token bucket. Every packet counts, even one that isn't understood. */
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

/** The client's address, found by TRUST_PROXY as in Express. Anything that is no address counts as one. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']?.toString().split(',').reverse() ?? [];
  const addresses = [socket?.remoteAddress, ...forwarded];
  const hops = Math.min(env().TRUST_PROXY, addresses.length - 1);
  return addressKey(addresses[hops]);
}
