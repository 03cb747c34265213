import { isIP } from 'node:net';

import { appUrl } from '~/settings/env.server';

/** The site that passkeys belong to, and the only origin at which browsers use them. */
export interface RelyingParty {
  /** The host of APP_URL. */
  id: string;
  origin: string;
}

/** Null where browsers offer no passkeys: at an IP address, or without https (but on localhost). */
export function relyingPartyAt(address: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(address);
  // The brackets of an IPv6 address are part of `hostname`.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  if (protocol !== 'https:' && hostname !== 'localhost') return null;
  return { id: hostname, origin };
}

export function relyingParty(): RelyingParty | null {
  return relyingPartyAt(appUrl());
}

/** The only host at which browsers have passkeys of this site; null where there are none. */
export function passkeyHost(): string | null {
  return relyingParty()?.id ?? null;
}
