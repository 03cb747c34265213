import { isIP } from 'node:net';

/** Why a website isn't read. For logs; the caller has the words for people. */
export type WebsiteErrorCode =
  /** What was typed is no web address. */
  | 'address'
  /** It names a local network by itself. */
  | 'not-public'
  /** Its name led to an address that isn't public. */
  | 'inner'
  | 'unreachable'
  | 'timed-out'
  | 'refused'
  | 'not-found'
  | 'fault'
  | 'robots'
  /** It redirects to another website, or to a port or a scheme that isn't read. */
  | 'elsewhere'
  | 'loop'
  | 'too-large'
  | 'kind'
  | 'unreadable'
  | 'no-text'
  | 'aborted';

export class WebsiteError extends Error {
  readonly code: WebsiteErrorCode;

  constructor(code: WebsiteErrorCode, options?: { cause?: unknown }) {
    super(`website not read: ${code}`, options);
    this.name = 'WebsiteError';
    this.code = code;
  }
}

/** One page as a person would read it. */
export interface WebsitePage {
  title: string;
  /** Lines with headings and lists as in Markdown. */
  text: string;
}

export interface Website {
  host: string;
  /** The start page first. */
  pages: WebsitePage[];
  look: WebsiteLook;
}

/** What the start page declares of its look: colors as `#rrggbb`, and the bytes of what it calls its logo. */
export interface WebsiteLook {
  primary?: string;
  secondary?: string;
  accent?: string;
  logo: Buffer | null;
}

/** The start page and others. */
export const MAX_WEBSITE_PAGES = 6;
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** Characters of each page, and of all pages together: a few thousand tokens. */
export const MAX_PAGE_TEXT = 8_000;
export const MAX_WEBSITE_TEXT = 24_000;
/** Of an address as a person types it. */
export const MAX_WEBSITE_ADDRESS = 500;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** Names that the public DNS never answers. */
const LOCAL_NAME = /\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid|onion|arpa)$/;

export interface TypedWebsite {
  url: URL;
  /** Without one, an unreachable https address may be tried as http. */
  hasScheme: boolean;
}

/** Reads an address as people type it, with or without `https://`. @throws WebsiteError `address`, `not-public` */
export function parseWebsite(typed: string): TypedWebsite {
  const address = typed.trim();
  if (address === '' || address.length > MAX_WEBSITE_ADDRESS) throw new WebsiteError('address');
  const hasScheme = SCHEME.test(address);
  const url = URL.parse(hasScheme ? address : `https://${address}`);
  if (!url || !isReadable(url)) throw new WebsiteError('address');
  const host = url.hostname.replace(/\.$/, '');
  // An address in numbers is checked where it's dialed, as all are.
  if (isIP(host.replace(/^\[|\]$/g, '')) === 0) {
    if (host === '') throw new WebsiteError('address');
    if (!host.includes('.') || LOCAL_NAME.test(host)) throw new WebsiteError('not-public');
  }
  url.hash = '';
  return { url, hasScheme };
}

/** http or https, on its default port, without credentials. */
export function isReadable({ protocol, port, username, password }: URL): boolean {
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    port === '' &&
    username === '' &&
    password === ''
  );
}

/** The same host, with or without `www.`. */
export function isSameSite(one: URL, other: URL): boolean {
  return siteOf(one) === siteOf(other);
}

export function siteOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '').replace(/^www\./, '');
}
