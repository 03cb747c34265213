import {
  type PageResult,
  Site,
  siteAddress,
  type SiteOptions,
  type SitePage,
  type WebsiteErrorCode,
  withoutEndless,
} from '~/gateways/website/index.server';
import { prisma, prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';

import { WEBSITE_REFUSALS } from '../../../drafting/refusals';
import {
  countProfilePages,
  insertPages,
  knownPages,
  markFound,
  nextPages,
  type PageRow,
  removeAt,
  removeGone,
  removeUnread,
  updatePage,
} from '../page-data.server';
import { lockSources } from '../source-data.server';
import { publishSource } from '../source-events.server';
import { MAX_DEPTH, MAX_PROFILE_PAGES, MAX_SITE_BYTES, MAX_SITE_PAGES } from '../source';
import { PAGE_PROBLEMS } from '../refusals';
import { sourceTexts } from '../texts';
import type { SourceLease } from './held-sources.server';
import { removeText, storeText } from './store-page.server';
import {
  endSync,
  type Held,
  lockHeld,
  noteProblem,
  noteProgress,
  readFetched,
} from './work-data.server';

/** The pages that one reading process reads. */
const AT_ONCE = 5;
/** After so long another person's website gets its turn. */
const SLICE_MS = 30_000;
/** So many pages in a row without an answer mean that the website is away. */
const MAX_SILENT = 5;

/** The website may answer again later, so what was read before stays. */
const PASSING: readonly WebsiteErrorCode[] = ['unreachable', 'timed-out', 'fault', 'inner'];

export interface CrawlOptions extends SiteOptions {
  sliceMs?: number;
}

/**
 * Reads pages of a website for a while; `more` when some are left, and otherwise the sync has ended. Every page is stored by
 * itself, so that another process can continue at any moment. @throws LeaseLost
 */
export async function crawlWebsite(
  { claim: held, abort: { signal } }: SourceLease,
  { sliceMs = SLICE_MS, ...options }: CrawlOptions = {},
): Promise<'more' | 'ended'> {
  const site = new Site({ userId: held.userId, signal }, options);
  const until = performance.now() + sliceMs;
  let silent = 0;
  try {
    for (;;) {
      const fetched = await readFetched(sql, held);
      const [first, ...others] = await nextPages(prisma, held.userId, held, AT_ONCE);
      if (!first || fetched >= MAX_SITE_BYTES) {
        await finish(held, first !== undefined);
        return 'ended';
      }
      if (first.depth === 0) {
        const result = await site.readStart(held.address, first);
        if (typeof result === 'object' && 'problem' in result) {
          await fail(held, WEBSITE_REFUSALS[result.problem]);
          return 'ended';
        }
        await storeStart(held, site, first, result);
      } else {
        const pages = [first, ...others];
        const wanted = pages.map((page) => ({ address: page.address, known: page }));
        const results = await site.read(wanted);
        for (const [index, page] of pages.entries()) {
          const result = results[index]!;
          silent = isPassing(result) ? silent + 1 : 0;
          await storePage(held, page, result);
          if (silent >= MAX_SILENT) {
            await fail(held, sourceTexts.stopped);
            return 'ended';
          }
        }
      }
      if (performance.now() >= until) return 'more';
    }
  } finally {
    await site.close();
  }
}

function isPassing(result: PageResult): boolean {
  return typeof result === 'object' && 'problem' in result && PASSING.includes(result.problem);
}

/** The start page comes with what the website's sitemap lists; only without one are its links followed. */
async function storeStart(
  held: Held,
  site: Site,
  page: PageRow,
  result: 'unchanged' | { page: SitePage },
): Promise<void> {
  const address = result === 'unchanged' ? page.address : result.page.address;
  const listed = await site.sitemap(new URL(address));
  await store(held, page, result, { address, listed });
}

function storePage(held: Held, page: PageRow, result: PageResult): Promise<void> {
  return store(held, page, result, {});
}

interface Start {
  /** Where the start page turned out to be. */
  address?: string;
  listed?: readonly string[];
}

async function store(
  held: Held,
  page: PageRow,
  result: PageResult,
  { address, listed = [] }: Start,
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await lockHeld(sql, held);
    const db = { tx, sql };
    const done = { doneIn: held.round, ...(address !== undefined && { address }) };
    let [bytes, fetched] = [0, 0];
    if (address !== undefined && address !== page.address) {
      bytes -= await removeAt(tx, held.userId, held.id, address);
    }
    let links: readonly string[] = page.links;
    if (result === 'unchanged') {
      await updatePage(tx, held.userId, page.id, { ...done, problem: null, readAt: new Date() });
    } else if ('problem' in result) {
      const isPassing = PASSING.includes(result.problem);
      if (!isPassing) {
        bytes -= await removeText(tx, held.userId, held, page);
        links = [];
      }
      const problem = PAGE_PROBLEMS[result.problem];
      await updatePage(tx, held.userId, page.id, { ...done, problem });
    } else {
      const { page: read } = result;
      bytes += await storeText(db, held.userId, held, page, read);
      fetched = read.bytes;
      // Before they are counted, so that a calendar doesn't crowd out what follows it.
      links = withoutEndless(read.links, []);
      await updatePage(tx, held.userId, page.id, {
        ...{ ...done, ...read.state, links: [...links], problem: null, readAt: new Date() },
      });
    }
    if (listed.length > 1) await addFound(db, held, listed, MAX_DEPTH);
    else if (page.depth < MAX_DEPTH) {
      await addFound(db, held, links, page.depth + 1, { isEndless: true });
    }
    await noteProgress(sql, held, { bytes, fetched });
    await publishSource(tx, sql, held.userId, held.id);
  });
}

/** Adds pages to those that this sync reads, and notes on the source if they are too many. */
async function addFound(
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  held: Held,
  addresses: readonly string[],
  depth: number,
  { isEndless = false } = {},
): Promise<void> {
  const { userId, id, profileId, round } = held;
  const known = await knownPages(tx, userId, id);
  const first = known.find((page) => page.depth === 0);
  if (!first) return;
  const start = new URL(first.address);
  const found = new Set(addresses.flatMap((address) => siteAddress(address, start, start) ?? []));
  const byAddress = new Map(known.map((page) => [page.address, page]));
  const fresh = [...found].filter((address) => !byAddress.has(address));
  const kept = new Set(isEndless ? withoutEndless(fresh, [...byAddress.keys()]) : fresh);
  const wanted = [...found].filter((address) => {
    const page = byAddress.get(address);
    return page ? page.foundIn < round : kept.has(address);
  });
  if (wanted.length === 0) return;
  await lockSources(sql, userId);
  const siteRoom = MAX_SITE_PAGES - known.filter(({ foundIn }) => foundIn === round).length;
  const inSite = wanted.slice(0, Math.max(0, siteRoom));
  const again = inSite.flatMap((address) => byAddress.get(address)?.id ?? []);
  const profileRoom = MAX_PROFILE_PAGES - (await countProfilePages(tx, userId, profileId));
  const added = inSite.filter((address) => !byAddress.has(address));
  const position = Math.max(...known.map((page) => page.position)) + 1;
  const inProfile = added.slice(0, Math.max(0, profileRoom));
  await markFound(tx, userId, again, { foundIn: round, depth });
  await insertPages(
    tx,
    userId,
    id,
    inProfile.map((address, index) => {
      return { address, position: position + index, depth, foundIn: round };
    }),
  );
  if (inProfile.length < added.length) await noteProblem(sql, held, sourceTexts.profileCut);
  else if (inSite.length < wanted.length) await noteProblem(sql, held, sourceTexts.siteCut);
}

/** Ends the sync: what it hasn't found again is gone. */
async function finish(held: Held, isCut: boolean): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await lockHeld(sql, held);
    if (isCut) await noteProblem(sql, held, sourceTexts.siteBytesCut);
    // What wasn't reached keeps the text that it had.
    const gone = await removeGone(tx, held.userId, held);
    await noteProgress(sql, held, { bytes: -gone, fetched: 0 });
    await endSync(sql, held, { failed: null });
    await publishSource(tx, sql, held.userId, held.id);
  });
}

/** Ends the sync without removing anything that was read. */
async function fail(held: Held, problem: string): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await lockHeld(sql, held);
    await removeUnread(tx, held.userId, held.id);
    await endSync(sql, held, { failed: problem });
    await publishSource(tx, sql, held.userId, held.id);
  });
}
