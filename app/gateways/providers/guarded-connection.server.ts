import { lookup, type LookupAddress } from 'node:dns';
import { connect, isIP, type Socket } from 'node:net';
import { promisify } from 'node:util';

import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';

import { undici } from '~/lib/undici.server';

/** An address that links from outside, or addresses that people type, must not lead to. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is no address to connect to`);
    this.name = 'AddressRefused';
  }
}

/** All of IPv6 that is routed on the internet: what lies outside may lead anywhere, such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether it's an address of the public internet, not of a local, private, shared, or reserved network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 within IPv6 is judged as IPv4.
  const parsed = ipaddr.process(address);
  return (
    parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
  );
}

/** How names become connections. Tests bring their own, so that no setting has to loosen the public one. */
export interface Network {
  /** All addresses of a name, of both families. */
  resolve(host: string): Promise<LookupAddress[]>;
  /** Connects to one of these addresses, and to no other. */
  dial(addresses: readonly LookupAddress[], port: number): Socket;
}

const lookupAll = promisify(lookup);

export const publicNetwork: Network = {
  resolve: (host) => lookupAll(host, { all: true }),
  dial: (addresses, port) =>
    connect({
      // Names nothing: `lookup` answers with what was checked, and Node tries one family after the other.
      host: 'checked.invalid',
      port,
      lookup: (_host, { all }, callback) => {
        const [first] = addresses;
        if (all || !first) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
    }),
};

/** Longer than any public server takes to accept a connection. */
const CONNECT_MS = 8_000;

/**
 * Connects to allowed addresses only, by default to public ones. A name is resolved for each connection, and what was
 * checked is what is dialed, so that a name can't change its address in between.
 */
export function guardedConnector(
  { resolve, dial }: Network,
  isAllowed: (address: string) => boolean = isPublicAddress,
): buildConnector.connector {
  const secure = undici().buildConnector({ timeout: CONNECT_MS });

  async function open(hostname: string, port: number): Promise<Socket> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      throw new AddressRefused(host);
    }
    return connected(dial(addresses, port));
  }

  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    open(options.hostname, Number(options.port) || (isSecure ? 443 : 80)).then(
      (socket) => {
        if (isSecure) secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, CONNECT_MS);
    socket.setNoDelay(true);
    // Stays: a socket without a listener for errors would end the process.
    socket.on('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });
}
