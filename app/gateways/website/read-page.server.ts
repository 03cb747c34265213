import { log } from '~/lib/log.server';
import { storable } from '~/lib/text/storable';
import { undici } from '~/lib/undici.server';

import {
  guardedConnector,
  type Network,
  publicNetwork,
} from '../providers/guarded-connection.server';
import { checked, fetchPage } from './fetch-page.server';
import { type ReadFor, readApart } from './read-apart.server';
import { SiteRobots } from './site-robots.server';
import { MAX_PAGE_BYTES, parseWebsite, siteOf, WebsiteError, type WebsitePage } from './website';

const TIMES = { requestMs: 8_000, totalMs: 20_000 };
/** Characters of a page. */
const MAX_TEXT = 20_000;
/** How long an idle connection stays open; a read is short. */
const IDLE_MS = 1_000;

/**
 * Reads one page, at a public address only and as its website's robots.txt allows.
 * @throws WebsiteError; AppError when too much is being read already
 */
export async function readPage(
  address: string,
  reader: ReadFor,
  network: Network = publicNetwork,
): Promise<WebsitePage> {
  const { url } = parseWebsite(address);
  const host = siteOf(url);
  const dispatcher = new (undici().Agent)({
    connect: guardedConnector(network),
    connections: 1,
    keepAliveTimeout: IDLE_MS,
  });
  try {
    const signal = AbortSignal.any([reader.signal, AbortSignal.timeout(TIMES.totalMs)]);
    const connection = { dispatcher, signal, requestMs: TIMES.requestMs };
    const { admit } = new SiteRobots(connection);
    const fetched = checked(
      await fetchPage(url, { ...connection, admit, maxBytes: MAX_PAGE_BYTES, cut: true }),
    );
    const [read] = await readApart([fetched], reader, MAX_TEXT);
    const text = storable(read?.text ?? '').trim();
    if (text === '') throw new WebsiteError('no-text');
    log.info({ host }, 'a page was read');
    return { title: storable(read?.title ?? ''), text };
  } catch (error) {
    if (error instanceof WebsiteError) log.info({ host, code: error.code }, 'a page was not read');
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}
