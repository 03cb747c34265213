import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
/** Names of this machine for itself, each as good as another. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Longer than any name that DNS knows, with a port. */
const MAX_HOST = 262;
/** A name or an address, and maybe a port: nothing else that a URL could hold. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Asked by machines on the same network, which know no public name. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** The host that the request came for, as the browser knows it: what a proxy says only counts if it is trusted. */
export function hostOf(headers: IncomingHttpHeaders, trustProxy: number): string | undefined {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  return forwarded?.toString().split(',', 1)[0]?.trim() ?? headers.host;
}

export interface Hosts {
  appUrl: string | undefined;
  /** More names, with a port or for any port. */
  allowed: readonly string[];
}

/**
 * Tells whether the app answers for a host: that of APP_URL with its port, where the scheme's own may be left out, and
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
    const asked = host.toLowerCase();
    return known.has(asked) || others.has(asked) || others.has(asked.replace(/:\d+$/, ''));
  };
}

/** So many names that were refused are told to the operator, each once. */
const MAX_TOLD = 100;

/** The sentence for a request that came for a host of someone else's; null where the app answers. */
export function hostRefusal(
  hosts: Hosts & { trustProxy: number },
  log: Pick<Logger, 'warn'>,
): (request: IncomingMessage) => string | null {
  const { appUrl, trustProxy } = hosts;
  const answersFor = hostChecker(hosts);
  const told = new Set<string>();
  return ({ headers, url = '' }) => {
    const host = hostOf(headers, trustProxy);
    if (answersFor(host) || PROBES.has(url.split('?', 1)[0] ?? '')) return null;
    const name = String(host).slice(0, MAX_HOST);
    if (!told.has(name) && told.size < MAX_TOLD) {
      told.add(name);
      log.warn(
        { host: name },
        'refused a request for another host than that of APP_URL: if it is yours, add it to ALLOWED_HOSTS, or have the proxy send the right one',
      );
    }
    return `This site doesn't answer at this address. Open ${appUrl ?? ''} instead.`;
  };
}
