import { isObject } from '~/lib/json';

/** A page that a search found. */
export interface FoundPage {
  address: string;
  title: string;
  /** What the search service shows of it. */
  text: string;
}

export interface SearchRequest {
  /** At most MAX_QUERY characters. */
  query: string;
  signal: AbortSignal;
}

/** A service that searches the web. */
export interface SearchProvider {
  /** See `searchWeb`. */
  search(request: SearchRequest): Promise<FoundPage[]>;
}

/** The services take no more. */
export const MAX_QUERY = 400;
/** Of one search. */
export const MAX_FOUND = 8;
const MAX_ADDRESS = 2_000;
const MAX_TITLE = 300;
const MAX_TEXT = 1_200;

/**
 * The pages in a service's list of results, each address once. `names` are the fields in which it has title, address, and
 * text.
 */
export function readResults(
  results: unknown,
  names: { title: string; address: string; text: string },
): FoundPage[] {
  const found = new Map<string, FoundPage>();
  for (const result of Array.isArray(results) ? (results as unknown[]).slice(0, 100) : []) {
    if (!isObject(result) || found.size === MAX_FOUND) continue;
    const address = addressOf(result[names.address]);
    if (address === null || found.has(address)) continue;
    const title = plain(result[names.title], MAX_TITLE) || new URL(address).hostname;
    found.set(address, { address, title, text: plain(result[names.text], MAX_TEXT) });
  }
  return [...found.values()];
}

/** An address on the web, without credentials; null for anything else. */
export function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= MAX_ADDRESS ? URL.parse(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return null;
  }
  url.hash = '';
  return url.href.length <= MAX_ADDRESS ? url.href : null;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Without the tags and entities with which some services mark what was searched for. */
function plain(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, max * 2)
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) =>
      named(entity as string, { decimal, hex, name } as Partial<Record<string, string>>),
    )
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}

function named(entity: string, { decimal, hex, name }: Partial<Record<string, string>>): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
