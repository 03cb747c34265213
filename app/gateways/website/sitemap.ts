/** Addresses in one sitemap. */
const MAX_ENTRIES = 1_000;
const MAX_ADDRESS = 1_000;
/** Sitemaps that a robots.txt or an index names. */
export const MAX_SITEMAPS = 5;

const REFERENCES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** What a sitemap lists: pages, or other sitemaps. Reads as far as it can, because anyone may have written it. */
export function parseSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const found: string[] = [];
  for (let at = 0; found.length < MAX_ENTRIES;) {
    const open = xml.indexOf('<loc>', at);
    if (open < 0) break;
    const close = xml.indexOf('</loc>', open);
    if (close < 0) break;
    at = close;
    if (close - open > MAX_ADDRESS) continue;
    const text = xml
      .slice(open + '<loc>'.length, close)
      .replace('<![CDATA[', '')
      .replace(']]>', '')
      .trim();
    found.push(text.replace(/&(?:amp|lt|gt|quot|apos);/g, (name) => REFERENCES[name] ?? name));
  }
  return xml.slice(0, 2_000).includes('<sitemapindex')
    ? { pages: [], sitemaps: found.slice(0, MAX_SITEMAPS) }
    : { pages: found, sitemaps: [] };
}

/** The sitemaps that a robots.txt names. */
export function sitemapsIn(robots: string): string[] {
  const found: string[] = [];
  for (const line of robots.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon < 0 || line.slice(0, colon).trim().toLowerCase() !== 'sitemap') continue;
    const address = line.slice(colon + 1).trim();
    if (address !== '' && address.length <= MAX_ADDRESS) found.push(address);
    if (found.length === MAX_SITEMAPS) break;
  }
  return found;
}
