import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
/** This machine's names for itself, which are interchangeable. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** The longest DNS name, with a port. */
const MAX_HOST = 262;
/** A name or an address, optionally with a port, and nothing else that a URL could hold. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Called by machines on the same network, which don't know the public name. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** The host that the browser requested; a forwarded one counts only behind a trusted proxy. */
export function hostOf(headers: IncomingHttpHeaders, trustProxy: number): string | undefined {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  return forwarded?.toString().split(',', 1)[0]?.trim() ?? headers.host;
}

export interface Hosts {
  appUrl: string | undefined;
  /** Further names, with a port or for any port. */
  allowed: readonly string[];
}

/**
 * Returns a check of whether the app answers for a host: APP_URL's with its port (a default port may be omitted), and
 * those of ALLOWED_HOSTS. Without APP_URL it answers for any.
 */
export function hostChecker({ appUrl, allowed }: Hosts): (host: string | undefined) => boolean {
  if (appUrl === undefined) return () => true;
  const { hostname, port, protocol } = new URL(appUrl);
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  const known = new Set(
    names.flatMap((name) => [
      `${name}:${port || DEFAULT_PORTS[protocol]}`,
      ...(port === '' ? [name] : []),
    ]),
  );
  const others = new Set(allowed);
  return (host) => {
    if (host === undefined || host.length > MAX_HOST || !HOST.test(host)) return false;
    const name = host.toLowerCase();
    return known.has(name) || others.has(name) || others.has(name.replace(/:\d+$/, ''));
  };
}

/** How many refused names are logged, each once. */
const MAX_LOGGED = 100;

/** Returns what refuses a request for a foreign host: a sentence, or null if the app answers. */
export function hostRefusal(
  hosts: Hosts & { trustProxy: number },
  log: Pick<Logger, 'warn'>,
): (request: IncomingMessage) => string | null {
  const { appUrl, trustProxy } = hosts;
  const answersFor = hostChecker(hosts);
  const logged = new Set<string>();
  return ({ headers, url = '' }) => {
    const host = hostOf(headers, trustProxy);
    if (answersFor(host) || PROBES.has(url.split('?', 1)[0] ?? '')) return null;
    const name = String(host).slice(0, MAX_HOST);
    if (!logged.has(name) && logged.size < MAX_LOGGED) {
      logged.add(name);
      log.warn(
        { host: name },
        'refused a request for another host than that of APP_URL: if it is yours, add it to ALLOWED_HOSTS, or have the proxy send the right one',
      );
    }
    return `This site doesn't answer at this address. Open ${appUrl ?? ''} instead.`;
  };
}
