import { isReadable, isSameSite } from './website';

/** Longer addresses are made by scripts, such as searches. */
export const MAX_PAGE_ADDRESS = 500;

/** They say who sent the visitor, and make no other page. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref|phpsessid|jsessionid|sid)$/i;
/** Files that aren't pages. */
const FILE = /\.(?!html?$|php$|aspx?$)[a-z\d]{2,5}$/i;
/** Parts of a path behind which there is nothing to learn about a business. */
const PRIVATE = new Set(
  'login log-in signin sign-in signup sign-up register account my-account cart basket checkout wp-admin wp-login.php search feed wishlist cdn-cgi'.split(
    ' ',
  ),
);

/**
 * The address of a page of this site that a link leads to, written in one way; null if it leads elsewhere or to no page.
 * All pages have the scheme and the host of `start`.
 */
export function siteAddress(href: string, base: URL, start: URL): string | null {
  const url = URL.parse(href, base);
  if (!url || !isReadable(url) || !isSameSite(url, start)) return null;
  if (url.href.length > 2 * MAX_PAGE_ADDRESS) return null;
  url.protocol = start.protocol;
  url.hostname = start.hostname;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (TRACKING.test(name.slice(0, 50))) url.searchParams.delete(name);
  }
  url.pathname = url.pathname.replace(/\/index\.(?:html?|php)$/i, '/');
  if (FILE.test(url.pathname)) return null;
  if (
    url.pathname
      .toLowerCase()
      .split('/')
      .some((part) => PRIVATE.has(part))
  )
    return null;
  return url.href.length > MAX_PAGE_ADDRESS ? null : url.href;
}

/** Whether this is an address as `siteAddress` returns them, of any site. */
export function isPageAddress(address: string): boolean {
  const url = address.length > MAX_PAGE_ADDRESS ? null : URL.parse(address);
  return url !== null && url.href === address && isReadable(url);
}

/** Calendars and filters have endless pages of one shape, all much the same. */
const MAX_ALIKE = 30;

/** Leaves out addresses of which `known` and the list have many of the same shape already. */
export function withoutEndless(addresses: readonly string[], known: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const count = (address: string) => {
    const shape = shapeOf(address);
    if (shape === null) return 0;
    const number = (counts.get(shape) ?? 0) + 1;
    counts.set(shape, number);
    return number;
  };
  for (const address of known) count(address);
  return addresses.filter((address) => count(address) <= MAX_ALIKE);
}

/** The address without its numbers and its query; null if it has neither. */
function shapeOf(address: string): string | null {
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/\d+/g, '#');
  if (search === '' && path === pathname) return null;
  return `${path}${search === '' ? '' : '?'}`;
}
