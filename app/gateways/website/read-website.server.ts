import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';

import { inTemporary } from '~/lib/files/temporary.server';
import { log } from '~/lib/log.server';
import { runApart } from '~/lib/run-apart.server';

import {
  guardedConnector,
  type Network,
  publicNetwork,
} from '../providers/guarded-connection.server';
import { chooseColors } from './choose-look';
import { choosePages } from './choose-pages';
import { type Connection, fetchPage, type Fetched, type Visit } from './fetch-page.server';
import { MAX_ROBOTS_BYTES, mayRead, parseRobots, type RobotsRule } from './robots';
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
const READER_LIMITS = { timeMs: 8_000, memoryMb: 256 };
/** How long idle connections stay open; a read is short. */
const IDLE_MS = 1_000;

const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain'];

export interface ReadFor {
  /** People take turns. */
  userId: string;
  signal: AbortSignal;
}

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
  const dispatcher = new Agent({
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
  const robots = new Robots(connection);
  const visit = { ...connection, admit: robots.admit, maxBytes: MAX_PAGE_BYTES };
  const start = await fetchStart(website, (url) => fetchPage(url, visit).then(checked));
  const [first] = await readApart([start], reader);
  if (!first) throw new WebsiteError('unreadable');

  const base = URL.parse(first.base, start.url) ?? start.url;
  const chosen = choosePages(first.links, start.url, base, MAX_WEBSITE_PAGES - 1);
  const [logo, others] = await Promise.all([
    fetchLogo(first.look.logos, base, start.url, visit),
    Promise.allSettled(chosen.map((url) => fetchPage(url, visit).then(checked))),
  ]);
  // What can't be fetched, or not in time, is left out.
  const fetched = others.filter((other) => other.status === 'fulfilled').map(({ value }) => value);
  const read = fetched.length === 0 ? [] : await readApart(fetched, reader);
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

/** Without a scheme, http is tried where https doesn't answer. */
async function fetchStart(
  { url, hasScheme }: TypedWebsite,
  fetchAt: (url: URL) => Promise<Fetched>,
): Promise<Fetched> {
  try {
    return await fetchAt(url);
  } catch (error) {
    if (hasScheme || !(error instanceof WebsiteError) || error.code !== 'unreachable') throw error;
    const plain = new URL(url);
    plain.protocol = 'http:';
    return fetchAt(plain);
  }
}

function checked(page: Fetched): Fetched {
  const { status, type } = page;
  if (status === 404 || status === 410) throw new WebsiteError('not-found');
  if (status >= 500) throw new WebsiteError('fault');
  if (status !== 200) throw new WebsiteError('refused');
  if (!TYPES.includes(type)) throw new WebsiteError('kind');
  return page;
}

/** The robots.txt of each origin, fetched once for a read. */
class Robots {
  private readonly known = new Map<string, Promise<RobotsRule[]>>();
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** @throws WebsiteError `robots` if we're asked not to read this page */
  admit = async (url: URL): Promise<void> => {
    const rules = this.known.get(url.origin) ?? this.fetch(url.origin);
    this.known.set(url.origin, rules);
    if (!mayRead(await rules, url)) throw new WebsiteError('robots');
  };

  private async fetch(origin: string): Promise<RobotsRule[]> {
    const visit = { ...this.connection, maxBytes: MAX_ROBOTS_BYTES, cut: true };
    const { status, body } = await fetchPage(new URL('/robots.txt', origin), visit).catch(
      (error: unknown) => {
        // A file that leads to another website, or in circles, counts as none (RFC 9309).
        const isNone =
          error instanceof WebsiteError && ['elsewhere', 'loop', 'unreadable'].includes(error.code);
        if (!isNone) throw error;
        return { status: 404, body: Buffer.alloc(0) };
      },
    );
    if (status >= 500) throw new WebsiteError('fault');
    return status === 200 ? parseRobots(body.toString('utf8')) : [];
  }
}

const pageAnswer = z.object({
  title: z.string(),
  text: z.string(),
  base: z.string(),
  links: z.array(z.object({ href: z.string(), text: z.string() })),
  look: z.object({
    theme: z.string(),
    named: z.object({
      primary: z.string().optional(),
      secondary: z.string().optional(),
      accent: z.string().optional(),
    }),
    frequent: z.array(z.string()),
    logos: z.array(z.string()),
  }),
});
const readerAnswer = z.object({ pages: z.array(pageAnswer) });
type ReadPage = z.infer<typeof pageAnswer>;

/** Reads HTML in a process that is killed when it takes too long: strangers wrote it. */
function readApart(fetched: readonly Fetched[], { userId, signal }: ReadFor): Promise<ReadPage[]> {
  return inTemporary(async (directory) => {
    const args = [String(MAX_PAGE_TEXT)];
    for (const [index, { type, charset, body }] of fetched.entries()) {
      const file = join(directory, String(index));
      await writeFile(file, body, { mode: 0o600 });
      args.push(file, type === 'text/plain' ? 'text' : 'html', charset);
    }
    const turn = { userId, signal };
    const run = await runApart('readers/page-reader.ts', args, READER_LIMITS, turn, readerAnswer);
    if (signal.aborted) throw new WebsiteError('aborted');
    if (!('answer' in run)) throw new WebsiteError('unreadable');
    return run.answer.pages;
  });
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
