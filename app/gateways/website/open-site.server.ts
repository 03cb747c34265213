import { setTimeout as pause } from 'node:timers/promises';

import type { Dispatcher } from 'undici';

import { undici } from '~/lib/undici.server';

import {
  guardedConnector,
  type Network,
  publicNetwork,
} from '../providers/guarded-connection.server';
import {
  checked,
  type Connection,
  type Fetched,
  fetchPage,
  fetchStart,
  type PageState,
  type Visit,
} from './fetch-page.server';
import { type ReadFor, type ReadPage, readApart } from './read-apart.server';
import { siteAddress } from './site-address';
import { SiteRobots } from './site-robots.server';
import { MAX_SITEMAPS, parseSitemap } from './sitemap';
import { MAX_PAGE_BYTES, parseWebsite, WebsiteError, type WebsiteErrorCode } from './website';
import { storable } from '~/lib/text/storable';

/** Characters of a page: a book's chapter; what is longer is cut. */
const MAX_TEXT = 60_000;
const REQUEST_MS = 10_000;
const IDLE_MS = 5_000;
/** Between two requests, so that a small shop's server has time for its customers. */
const PAUSE_MS = 500;
const SITEMAP_TYPES = 'application/xml, text/xml;q=0.9, text/plain;q=0.5';

/** A page of the site that is wanted, and the state in which it is known. */
export interface WantedPage {
  address: string;
  known: PageState;
}

export interface SitePage {
  /** Where redirects led. */
  address: string;
  title: string;
  /** Lines with headings and lists as in Markdown. */
  text: string;
  state: PageState;
  /** The site's pages that it links to, each once. */
  links: string[];
  /** Bytes that were fetched. */
  bytes: number;
}

export type PageResult = { page: SitePage } | 'unchanged' | { problem: WebsiteErrorCode };

export interface SiteOptions {
  network?: Network;
  pauseMs?: number;
}

/**
 * A website that is read page by page: one request at a time with pauses, at public addresses only, within one host, and as its
 * robots.txt allows. Close it afterwards.
 */
export class Site {
  readonly #reader: ReadFor;
  readonly #dispatcher: Dispatcher;
  readonly #connection: Connection;
  readonly #robots: SiteRobots;
  readonly #visit: Visit;
  readonly #pauseMs: number;
  #hasAsked = false;

  constructor(reader: ReadFor, { network = publicNetwork, pauseMs = PAUSE_MS }: SiteOptions = {}) {
    this.#reader = reader;
    this.#pauseMs = pauseMs;
    this.#dispatcher = new (undici().Agent)({
      connect: guardedConnector(network),
      connections: 1,
      keepAliveTimeout: IDLE_MS,
    });
    const { signal } = reader;
    this.#connection = { dispatcher: this.#dispatcher, signal, requestMs: REQUEST_MS };
    this.#robots = new SiteRobots(this.#connection);
    this.#visit = {
      ...this.#connection,
      admit: this.#robots.admit,
      maxBytes: MAX_PAGE_BYTES,
    };
  }

  /** The start page, at an address as a person typed it. @throws WebsiteError `aborted` */
  async readStart(typed: string, known: PageState): Promise<PageResult> {
    const fetched = await this.#attempt(() =>
      fetchStart(parseWebsite(typed), (url) => this.#fetch(url, known)),
    );
    const [result] = await this.#readAll([fetched]);
    return result!;
  }

  /** Pages of this site, in the same order. @throws WebsiteError `aborted` */
  async read(wanted: readonly WantedPage[]): Promise<PageResult[]> {
    const fetched: Attempted[] = [];
    for (const { address, known } of wanted) {
      fetched.push(await this.#attempt(() => this.#fetch(new URL(address), known)));
    }
    return this.#readAll(fetched);
  }

  /** The pages that the site's sitemaps list, each once; none if it has no sitemap. @throws WebsiteError `aborted` */
  async sitemap(start: URL): Promise<string[]> {
    const named = await this.#attempt(() => this.#robots.sitemaps(start.origin));
    const waiting = Array.isArray(named) && named.length > 0 ? named : ['/sitemap.xml'];
    const found = new Set<string>();
    for (let read = 0; read < MAX_SITEMAPS && waiting.length > 0; read += 1) {
      const url = URL.parse(waiting.shift()!, start);
      // The sitemaps of another website say nothing about this one.
      if (!url || url.origin !== start.origin) continue;
      const visit = { ...this.#visit, accept: SITEMAP_TYPES, cut: true };
      const fetched = await this.#attempt(() => this.#paced(() => fetchPage(url, visit)));
      if ('problem' in fetched || fetched.status !== 200) continue;
      const { pages, sitemaps } = parseSitemap(fetched.body.toString('utf8'));
      waiting.push(...sitemaps);
      for (const page of pages) {
        const address = siteAddress(page, start, start);
        if (address !== null) found.add(address);
      }
    }
    return [...found];
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  async #fetch(url: URL, known: PageState): Promise<Fetched> {
    const fetched = await this.#paced(() => fetchPage(url, { ...this.#visit, known }));
    const wasAsked = known.etag !== '' || known.modified !== '';
    return fetched.status === 304 && wasAsked ? fetched : checked(fetched);
  }

  async #paced<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#hasAsked) await this.#wait();
    this.#hasAsked = true;
    return ask();
  }

  async #wait(): Promise<void> {
    const { signal } = this.#reader;
    await pause(this.#pauseMs, undefined, { signal }).catch((cause: unknown) => {
      throw new WebsiteError('aborted', { cause });
    });
  }

  /** What a page's own trouble is stays with the page. @throws WebsiteError `aborted` */
  async #attempt<T>(work: () => Promise<T>): Promise<T | Failed> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WebsiteError) || error.code === 'aborted') throw error;
      return { problem: error.code };
    }
  }

  /** Several pages share a process; if that is killed, each gets its own, so that only the culprit isn't read. */
  async #readAll(fetched: readonly Attempted[]): Promise<PageResult[]> {
    const pages = fetched.filter((one) => !('problem' in one) && one.status !== 304) as Fetched[];
    const together = await this.#attempt(() => this.#readApart(pages));
    const texts = new Map<Attempted, ReadPage>();
    if (Array.isArray(together)) pages.forEach((page, index) => texts.set(page, together[index]!));
    else if (pages.length > 1) {
      for (const page of pages) {
        const alone = await this.#attempt(() => this.#readApart([page]));
        if (Array.isArray(alone)) texts.set(page, alone[0]!);
      }
    }
    return fetched.map((one) => {
      if ('problem' in one) return one;
      if (one.status === 304) return 'unchanged';
      const text = texts.get(one);
      return text ? pageOf(one, text) : { problem: 'unreadable' };
    });
  }

  #readApart(pages: readonly Fetched[]): Promise<ReadPage[]> {
    return pages.length === 0
      ? Promise.resolve([])
      : readApart(pages, { ...this.#reader, isJob: true }, MAX_TEXT);
  }
}

interface Failed {
  problem: WebsiteErrorCode;
}
type Attempted = Fetched | Failed;

function pageOf({ url, state, body }: Fetched, read: ReadPage): PageResult {
  const text = storable(read.text).trim();
  if (text === '') return { problem: 'no-text' };
  const base = URL.parse(read.base, url) ?? url;
  const links = new Set<string>();
  for (const { href } of read.links) {
    const address = siteAddress(href, base, url);
    if (address !== null) links.add(address);
  }
  const title = storable(read.title);
  const address = siteAddress(url.href, url, url) ?? url.href;
  return { page: { address, title, text, state, links: [...links], bytes: body.length } };
}
