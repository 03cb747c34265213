import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakePage {
  title: string;
  url: string;
  text: string;
}

export type SearchService = 'searxng' | 'brave' | 'tavily';

/** What it does instead of answering; the statuses and bodies are those of the services. */
export type SearchFault =
  'key' | 'used-up' | 'busy' | 'fault' | 'rubbish' | 'list' | 'hang' | 'elsewhere';

export interface SeenSearch {
  service: SearchService;
  query: string;
  /** The key that came with it. */
  key: string | null;
  /** Other parameters. */
  parameters: Record<string, unknown>;
}

export interface FakeSearch {
  url: string;
  searches: SeenSearch[];
  /** What every search finds. */
  pages: FakePage[];
  fault: SearchFault | null;
  /** Searches are answered once it resolves. */
  held: Promise<unknown>;
  close(): Promise<void>;
}

/** SearXNG, Brave, and Tavily, each at its own path and in its documented form. */
export async function startFakeSearch(): Promise<FakeSearch> {
  const fake: FakeSearch = {
    url: '',
    searches: [],
    pages: [],
    fault: null,
    held: Promise.resolve(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const server = http.createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => {
      console.error('fake search:', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

async function answer(
  fake: FakeSearch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', fake.url);
  const seen = await readSearch(request, url);
  if (!seen) return send(response, 404, { detail: 'Not Found' });
  fake.searches.push(seen);
  const { fault, pages, held } = fake;
  await held;
  if (fault === 'hang') return;
  if (fault === 'elsewhere') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (fault === 'rubbish') return void response.end('<!doctype html><title>Search</title>');
  if (fault === 'list') return send(response, 200, []);
  if (fault) return refuse(response, seen.service, fault);
  if (seen.service === 'searxng' && seen.parameters.format !== 'json') {
    return send(response, 403, 'Forbidden');
  }
  send(response, 200, RESULTS[seen.service](seen.query, pages));
}

async function readSearch(request: IncomingMessage, url: URL): Promise<SeenSearch | null> {
  const { q: query = '', ...parameters } = Object.fromEntries(url.searchParams);
  if (request.method === 'POST' && url.pathname === '/search') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query: asked, ...rest } = JSON.parse(Buffer.concat(chunks).toString()) as {
      query: string;
    };
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    return { service: 'tavily', query: asked, key, parameters: rest };
  }
  if (url.pathname === '/search') return { service: 'searxng', query, key: null, parameters };
  if (url.pathname === '/res/v1/web/search') {
    const key = request.headers['x-subscription-token']?.toString() ?? null;
    return { service: 'brave', query, key, parameters };
  }
  return null;
}

const RESULTS: Record<SearchService, (query: string, pages: readonly FakePage[]) => object> = {
  searxng: (query, pages) => ({
    query,
    number_of_results: pages.length,
    results: pages.map(({ title, url, text }) => ({
      url,
      title,
      content: text,
      engine: 'duckduckgo',
      engines: ['duckduckgo'],
      parsed_url: ['https', new URL(url).host, '/', '', '', ''],
      template: 'default.html',
      positions: [1],
      score: 1,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [['google', 'timeout']],
  }),
  brave: (query, pages) => ({
    type: 'search',
    query: { original: query, more_results_available: false },
    mixed: { type: 'mixed', main: [], top: [], side: [] },
    web: {
      type: 'search',
      results: pages.map(({ title, url, text }) => ({
        title,
        url,
        is_source_local: false,
        description: text,
        language: 'en',
        family_friendly: true,
        type: 'search_result',
        subtype: 'generic',
        meta_url: { scheme: 'https', netloc: new URL(url).host, hostname: new URL(url).hostname },
      })),
      family_friendly: true,
    },
  }),
  tavily: (query, pages) => ({
    query,
    answer: null,
    images: [],
    follow_up_questions: null,
    results: pages.map(({ title, url, text }) => ({
      title,
      url,
      content: text,
      score: 0.81,
      raw_content: null,
    })),
    response_time: 0.8,
    request_id: '123e4567-e89b-12d3-a456-426614174111',
  }),
};

/** How each service refuses, as it documents it. */
function refuse(
  response: ServerResponse,
  service: SearchService,
  fault: 'key' | 'used-up' | 'busy' | 'fault',
): void {
  const brave = (status: number, code: string) =>
    send(response, status, {
      id: '11111111-2222-3333-4444-555555555555',
      status,
      type: 'ErrorResponse',
      error: { id: '1', status, code, detail: 'secret of the operator' },
    });
  const tavily = (status: number) =>
    send(response, status, { detail: { error: 'secret of the operator' } });
  const faults = {
    searxng: {
      key: () => send(response, 403, 'Forbidden'),
      'used-up': () => send(response, 429, 'Too Many Requests'),
      busy: () => send(response, 429, 'Too Many Requests'),
      fault: () => send(response, 500, 'Internal Server Error'),
    },
    brave: {
      key: () => brave(422, 'SUBSCRIPTION_TOKEN_INVALID'),
      'used-up': () => brave(402, 'QUOTA_LIMITED'),
      busy: () => brave(429, 'RATE_LIMITED'),
      fault: () => brave(503, 'INTERNAL'),
    },
    tavily: {
      key: () => tavily(401),
      'used-up': () => tavily(432),
      busy: () => tavily(429),
      fault: () => tavily(500),
    },
  };
  faults[service][fault]();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = typeof body === 'string';
  response.writeHead(status, { 'content-type': text ? 'text/html' : 'application/json' });
  response.end(text ? body : JSON.stringify(body));
}
