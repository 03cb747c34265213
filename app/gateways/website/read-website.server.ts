import type { Dispatcher } from 'undici';

import { log } from '~/lib/log.server';
import { undici } from '~/lib/undici.server';

import {
  guardedConnector,
  type Network,
  publicNetwork,
} from '../providers/guarded-connection.server';
import { chooseColors } from './choose-look';
import { choosePages } from './choose-pages';
import { checked, fetchPage, fetchStart, type Visit } from './fetch-page.server';
import { type ReadFor, type ReadPage, readApart } from './read-apart.server';
import { SiteRobots } from './site-robots.server';
import {
  isReadable,
  isSameSite,
  MAX_LOGO_BYTES,
  MAX_PAGE_BYTES,
  MAX_PAGE_TEXT,
  MAX_WEBSITE_PAGES,
  MAX_WEBSITE_TEXT,
  parseWebsite,
  siteOf,
  type TypedWebsite,
  type Website,
  WebsiteError,
  type WebsitePage,
} from './website';

/** For each request, and for all of them together. */
const TIMES = { requestMs: 8_000, totalMs: 25_000 };
const CONNECTIONS = 2;
/** How long idle connections stay open; a read is short. */
const IDLE_MS = 1_000;

/**
 * Reads the start page of a website and a few others that tell about the business, at public addresses only and as its
 * robots.txt allows.
 * @throws WebsiteError; AppError when too much is being read already
 */
export async function readWebsite(
  typed: string,
  reader: ReadFor,
  network: Network = publicNetwork,
  times = TIMES,
): Promise<Website> {
  const website = parseWebsite(typed);
  const host = siteOf(website.url);
  const dispatcher = new (undici().Agent)({
    connect: guardedConnector(network),
    connections: CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
  });
  try {
    const { pages, look } = await readPages(website, reader, { dispatcher, ...times });
    log.info({ host, pages: pages.length }, 'a website was read');
    return { host, pages, look };
  } catch (error) {
    if (error instanceof WebsiteError)
      log.info({ host, code: error.code }, 'a website was not read');
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}

async function readPages(
  website: TypedWebsite,
  reader: ReadFor,
  { dispatcher, requestMs, totalMs }: { dispatcher: Dispatcher } & typeof TIMES,
): Promise<Pick<Website, 'pages' | 'look'>> {
  const signal = AbortSignal.any([reader.signal, AbortSignal.timeout(totalMs)]);
  const connection = { dispatcher, signal, requestMs };
  const robots = new SiteRobots(connection);
  const visit = { ...connection, admit: robots.admit, maxBytes: MAX_PAGE_BYTES };
  const start = await fetchStart(website, (url) => fetchPage(url, visit).then(checked));
  const [first] = await readApart([start], reader, MAX_PAGE_TEXT);
  if (!first) throw new WebsiteError('unreadable');

  const base = URL.parse(first.base, start.url) ?? start.url;
  const chosen = choosePages(first.links, start.url, base, MAX_WEBSITE_PAGES - 1);
  const [logo, others] = await Promise.all([
    fetchLogo(first.look.logos, base, start.url, visit),
    Promise.allSettled(chosen.map((url) => fetchPage(url, visit).then(checked))),
  ]);
  // What can't be fetched, or not in time, is left out.
  const fetched = others.filter((other) => other.status === 'fulfilled').map(({ value }) => value);
  const read = fetched.length === 0 ? [] : await readApart(fetched, reader, MAX_PAGE_TEXT);
  const pages = withinLimit([first, ...read]);
  if (pages.length === 0) throw new WebsiteError('no-text');
  return { pages, look: { ...chooseColors(first.look), logo } };
}

const MAX_LOGO_REQUESTS = 2;
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The first of these images that can be fetched from the website itself. Its content is not looked at here. */
async function fetchLogo(
  hrefs: readonly string[],
  base: URL,
  start: URL,
  visit: Visit,
): Promise<Buffer | null> {
  const urls = hrefs.flatMap((href) => URL.parse(href, base) ?? []);
  const own = urls.filter((url) => isReadable(url) && isSameSite(url, start));
  for (const url of own.slice(0, MAX_LOGO_REQUESTS)) {
    const accept = LOGO_TYPES.join(', ');
    try {
      const image = await fetchPage(url, { ...visit, accept, maxBytes: MAX_LOGO_BYTES });
      const isImage = image.status === 200 && LOGO_TYPES.includes(image.type);
      if (isImage && image.body.length > 0) return image.body;
    } catch (error) {
      // A website is read without its logo, too.
      if (!(error instanceof WebsiteError)) throw error;
    }
  }
  return null;
}

/** The pages that have text, up to the limit for all of them together. */
function withinLimit(pages: readonly ReadPage[]): WebsitePage[] {
  let room = MAX_WEBSITE_TEXT;
  const kept: WebsitePage[] = [];
  for (const { title, text } of pages) {
    const part = text.slice(0, room).toWellFormed();
    if (part.trim() === '') continue;
    room -= part.length;
    kept.push({ title, text: part });
  }
  return kept;
}
