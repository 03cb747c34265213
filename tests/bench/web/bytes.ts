import http from 'node:http';

import type { Browser } from 'playwright';

import { atMost, noted, type Line } from '../report.ts';
import { look, type Visitor } from './browser.ts';

export interface Weighed {
  /** The line's name. */
  name: string;
  address: string;
  visitor: Visitor;
  /** The limit in KB of the JavaScript that the document loads. */
  maxScript: number;
  /** The limit in KB of everything. */
  maxTotal?: number;
}

/** Row 6: the gzipped bytes of a first visit. */
export async function measureBytes(browser: Browser, pages: readonly Weighed[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const page of pages) lines.push(...(await weigh(browser, page)));
  return lines;
}

async function weigh(browser: Browser, page: Weighed): Promise<Line[]> {
  const { name, address, visitor, maxScript, maxTotal } = page;
  const { page: view, session, close } = await look(browser, visitor);
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  /** Files that browsers load as Brotli. */
  const otherwise = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    urls.set(requestId, response.url);
    if (response.headers['content-encoding'] === 'br') otherwise.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await session.send('Network.enable');
  const response = await view.goto(address, { waitUntil: 'networkidle' });
  if (response?.status() !== 200) throw new Error(`${address} answered ${response?.status()}`);
  // The page imports the others itself once it's usable.
  const named = new Set((await response.text()).match(/\/assets\/[\w.-]+\.js/g));
  await close();

  const requests = [...urls].filter(([, url]) => url.startsWith('http'));
  /** Scripts by the size of their bodies, as in the build's report; the total includes headers. */
  const bodies = new Map<string, number>();
  for (const [id, url] of requests) {
    const isScript = new URL(url).pathname.endsWith('.js');
    if (!isScript && !otherwise.has(id)) continue;
    const bytes = await gzippedBytes(url, visitor.cookie);
    if (isScript) bodies.set(id, bytes);
    if (otherwise.has(id)) sizes.set(id, bytes);
  }
  const kilobytesOf = (wanted: (url: URL) => boolean, weights = sizes) =>
    requests
      .filter(([, url]) => wanted(new URL(url)))
      .reduce((sum, [id]) => sum + (weights.get(id) ?? 0), 0) / 1_000;
  const { host } = new URL(address);
  const others = new Set(
    requests.map(([, url]) => new URL(url).host).filter((one) => one !== host),
  );
  const figure = (what: string, unit: string, app: number) => ({
    row: 6,
    what: `${name}, ${what}`,
    unit,
    app,
  });
  const all = figure(
    'all bytes',
    'KB',
    kilobytesOf(() => true),
  );
  return [
    atMost(
      maxScript,
      figure(
        'JavaScript of the first load',
        'KB',
        kilobytesOf(({ pathname }) => named.has(pathname), bodies),
      ),
    ),
    noted(
      figure(
        'with what comes after it',
        'KB',
        kilobytesOf(() => true, bodies),
      ),
    ),
    maxTotal === undefined ? noted(all) : atMost(maxTotal, all),
    noted(figure('requests', '', urls.size)),
    atMost(0, figure('addresses of other hosts', '', others.size)),
  ];
}

/** The body size of an answer to a browser that accepts only gzip. */
function gzippedBytes(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: '*/*', 'accept-encoding': 'gzip' };
    const request = http.get(url, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => resolve(bytes));
    });
    request.on('error', reject);
  });
}
