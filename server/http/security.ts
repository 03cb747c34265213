import type { IncomingHttpHeaders } from 'node:http';

import type { OutsideSources } from '../../app/lib/security/outside-sources.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Provenance {
  method: string;
  headers: IncomingHttpHeaders;
  /** The host that the browser requested. */
  host: string | undefined;
}

/**
 * True if the request may change something: it comes from a page of this app (the request's own host, or APP_URL), or
 * carries no authority that a foreign page could abuse.
 */
export function mayChangeState(request: Provenance, appUrl: string | undefined): boolean {
  const { method, headers, host } = request;
  if (READING.has(method)) return true;
  // A foreign page can't make a browser send this header, and without a cookie there is nothing else to abuse.
  if (headers.authorization?.startsWith('Bearer ') && !headers.cookie) return true;

  const { origin } = headers;
  if (origin !== undefined && origin !== 'null') return isOwn(origin, host, appUrl);
  // Browsers hide or omit the origin of some requests to a page's own server, but send this header.
  const site = headers['sec-fetch-site'];
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && origin === undefined);
  if (origin === 'null') return false;
  if (headers.referer !== undefined) return isOwn(headers.referer, host, appUrl);
  // A script, not a browser. With a cookie it needs an origin.
  return !headers.cookie;
}

function isOwn(address: string, host: string | undefined, appUrl: string | undefined): boolean {
  const url = parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (host !== undefined && url.host === parse(`${url.protocol}//${host}`)?.host) return true;
  return appUrl !== undefined && url.origin === parse(appUrl)?.origin;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

const NOTHING_OUTSIDE: OutsideSources = { scripts: [], frames: [], connections: [], images: [] };

/**
 * The Content-Security-Policy of a page whose scripts and styles have `nonce`. Browsers that know 'strict-dynamic'
 * let those scripts load others and ignore the listed hosts, which are for older browsers.
 */
export function contentSecurityPolicy(
  nonce: string,
  mode: 'production' | 'development',
  outside: OutsideSources = NOTHING_OUTSIDE,
): string {
  // Vite adds styles and their updates without a nonce, and has its own socket.
  const styles = mode === 'development' ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const connections = mode === 'development' ? "'self' ws: wss:" : "'self'";
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...outside.scripts].join(' '),
    'script-src-attr': "'none'",
    'style-src': styles,
    'style-src-elem': styles,
    // Formulas and virtual lists use style attributes.
    'style-src-attr': "'unsafe-inline'",
    'img-src': ["'self'", 'blob:', 'data:', ...outside.images].join(' '),
    'media-src': "'self' blob:",
    'font-src': "'self' data:",
    'connect-src': [connections, ...outside.connections].join(' '),
    'worker-src': "'self' blob:",
    'frame-src': ["'self'", ...outside.frames].join(' '),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
