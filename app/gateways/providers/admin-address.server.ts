import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

import { AddressRefused, isPublicAddress } from './guarded-connection.server';

// Where an address that an admin typed may lead: to the internet, and to this machine and its networks, where an Ollama
// may be. Not to what clouds tell their machines about themselves, keys included.

/** Metadata of clouds that lies outside of the link-local ranges: of Amazon over IPv6, Alibaba, and Azure. */
const METADATA = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16']);

const LOCAL = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Whether an admin's address may lead there. */
export function isAdminAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 within IPv6 is judged as IPv4.
  const parsed = ipaddr.process(address);
  if (METADATA.has(parsed.toString())) return false;
  return LOCAL.has(parsed.range()) || isPublicAddress(address);
}

/** Refuses a host that is such an address itself, for which no name is looked up. @throws AddressRefused */
export function assertAdminHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAdminAddress(host)) throw new AddressRefused(host);
}

/** For Node's own clients: finds a name's addresses, and refuses it unless an admin's address may lead to all of them. */
export const adminLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = error ?? refusalOf(hostname, addresses);
    const [first] = addresses ?? [];
    if (refused || !first) callback(refused ?? new AddressRefused(hostname), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refusalOf(hostname: string, addresses: readonly LookupAddress[]): AddressRefused | null {
  return addresses.every(({ address }) => isAdminAddress(address))
    ? null
    : new AddressRefused(hostname);
}

/** The checked address of a host, for libraries that look names up themselves. @throws AddressRefused, and as `lookup` */
export function resolveAdminHost(hostname: string): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    adminLookup(host, {}, (error, address) => {
      if (error) reject(error);
      else resolve(address as string);
    });
  });
}
