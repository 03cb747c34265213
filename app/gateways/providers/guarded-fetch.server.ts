import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Response } from 'undici';

import { env } from '~/settings/env.server';
import { singleton } from '~/lib/singleton.server';

/** An address that links from outside must not lead to. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is no public address`);
    this.name = 'AddressRefused';
  }
}

/** Whether it's an address of the public internet, not of a local, private, shared, or reserved network. */
export function isPublicAddress(address: string): boolean {
  // IPv4 within IPv6 is judged as IPv4.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * Fetches a provider's link. Wherever it leads, redirects included, only public addresses are connected to, and the
 * operator's own providers; the address that was checked is the one that is used.
 * @throws what `fetch` throws; the cause is an AddressRefused if it led elsewhere
 */
export function guardedFetch(
  url: string,
  { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, { headers, signal, dispatcher: singleton('guarded-fetch', openAgent) });
}

function openAgent(): Agent {
  const plain = buildConnector({});
  const guarded = buildConnector({ lookup: publicLookup });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isProvider(options.protocol, options.hostname, options.port)) plain(options, callback);
      else if (isIP(host) !== 0 && !isPublicAddress(host)) callback(new AddressRefused(host), null);
      else guarded(options, callback);
    },
  });
}

/** The operator chose this host, which may be on the local network. */
function isProvider(protocol: string, hostname: string, port: string): boolean {
  const { OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL } = env();
  return [OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL].some((base) => {
    if (base === undefined) return false;
    const provider = new URL(base);
    const { port: actualPort } = new URL(
      `${protocol}//${hostname}:${port || defaultPort(protocol)}`,
    );
    return provider.hostname === hostname && provider.port === actualPort;
  });
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const refused = found.some(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (refused || !first) return callback(new AddressRefused(hostname), '', 0);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};
