import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import type { LoaderFunctionArgs } from '@remix-run/node';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';

import { createApp, type AppOptions } from './app.ts';
import type { AppBuild } from '../build.ts';

let server: Server;

afterEach(() => new Promise((resolve) => server.close(resolve)));

interface NodeEndpoint {
  method: string;
  path: string;
  compressed?: true;
  handle(
    request: IncomingMessage & { params: Record<string, string> },
    response: ServerResponse,
  ): void;
}

const routes: NodeEndpoint[] = [
  {
    method: 'GET',
    path: '/plain/:id',
    handle: (request, response) => response.end(`id ${request.params.id}`),
  },
  {
    method: 'GET',
    path: '/own-headers',
    handle(_request, response) {
      response.setHeader('Content-Security-Policy', 'sandbox');
      // As Remix sets a route's headers.
      response.appendHeader('X-Content-Type-Options', 'nosniff');
      response.writeHead(200, { 'Cache-Control': 'no-cache, no-transform' });
      response.end('x'.repeat(5_000));
    },
  },
  {
    method: 'GET',
    path: '/whole',
    compressed: true,
    handle(_request, response) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify('x'.repeat(5_000)));
    },
  },
  {
    method: 'GET',
    path: '/seen',
    handle(request, response) {
      const { ip, hostname, protocol } = request as unknown as Record<string, string>;
      response.end(JSON.stringify({ ip, hostname, protocol, headers: request.headers }));
    },
  },
  {
    method: 'POST',
    path: '/change',
    handle: (_request, response) => response.end('changed'),
  },
  {
    method: 'POST',
    path: '/echo',
    handle: (request, response) => response.end(JSON.stringify(request.headers)),
  },
  {
    method: 'PUT',
    path: '/moved',
    handle: (_request, response) => response.end('moved'),
  },
  {
    method: 'POST',
    path: '/api/limited',
    handle: (request, response) => void refuseLarge(request, response),
  },
  {
    method: 'GET',
    path: '/breaks',
    handle() {
      throw new Error('the cause, for the log only');
    },
  },
];

/** Like handlers that read a body up to a limit: leaving the loop destroys the request and its socket. */
async function refuseLarge(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > 1_000) break;
  }
  response.setHeader('Connection', 'close');
  response.writeHead(413).end('too large');
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

const logged: string[] = [];
const served: string[] = [];
const counted: Record<string, unknown>[] = [];

const OUTSIDE = {
  scripts: ['https://scripts.example'],
  frames: ['https://frames.example'],
  connections: ['https://calls.example'],
  images: ['https://images.example'],
};

/** A route served by Remix. */
const embedding = {
  id: 'embedding',
  path: 'embedding',
  module: {
    loader({ context }: LoaderFunctionArgs) {
      context.allowOutside?.(OUTSIDE);
      return new Response('shown');
    },
  },
};

async function start(options: Partial<AppOptions> = {}) {
  for (const list of [logged, served, counted]) list.length = 0;
  const build = {
    routes: {
      ...Object.fromEntries(
        routes.map(({ compressed, ...route }) => {
          const endpoint = { ...route, options: { node: compressed ? 'compressed' : 'stream' } };
          const { path } = route;
          const also = path === '/moved' ? [{ method: 'DELETE', path, options: {} }] : [];
          const loader = Object.assign(() => null, { endpoints: [endpoint, ...also] });
          return [path, { id: path, path: path.slice(1), module: { loader, action: loader } }];
        }),
      ),
      plain: { id: 'plain', path: 'plain/:id', module: {} },
      embedding,
    },
    assets: { routes: {}, version: 'v1' },
    future: { v3_singleFetch: true },
    entry: {
      module: {
        serveNode: (
          { handle }: NodeEndpoint,
          request: IncomingMessage & { params: Record<string, string> },
          response: ServerResponse,
        ) => handle(request, response),
        withRequest({ id }: { id: string }, serve: () => void) {
          served.push(id);
          serve();
        },
        countRequest: (request: Record<string, unknown>) => void counted.push(request),
      },
    },
  } as unknown as AppBuild;
  const app = createApp({
    build: () => Promise.resolve(build),
    mode: 'production',
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    trustProxy: 0,
    assets: { directory: 'public' },
    ...options,
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      httpRequest({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      })
        .on('error', reject)
        .end();
    });
}

describe('createApp', () => {
  it('gives Node endpoints their path parameters, and answers with the policy and without caching', async () => {
    const get = await start();
    const { body, headers } = await get('/plain/7');
    expect(body).toBe('id 7');
    expect(headers['content-security-policy']).toContain("'strict-dynamic'");
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('gives each response a fresh nonce', async () => {
    const get = await start();
    const [first, second] = await Promise.all([get('/plain/1'), get('/plain/2')]);
    expect(first.headers['content-security-policy']).not.toBe(
      second.headers['content-security-policy'],
    );
  });

  it('adds the sources that a page’s loader names to that page’s policy only', async () => {
    const get = await start();
    const { body, headers } = await get('/embedding');
    expect(body).toBe('shown');
    expect(headers['content-security-policy']).toContain(
      "frame-src 'self' https://frames.example;",
    );
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const other = await get('/plain/1');
    expect(other.headers['content-security-policy']).toContain("frame-src 'self';");
    expect(other.headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('answers the route manifest itself, for any number of paths', async () => {
    const get = await start();
    const { status, body, headers } = await get(`/__manifest?version=v1&p=${'/a'.repeat(3_700)}`);
    expect([status, body]).toEqual([200, '{}']);
    expect(headers['cache-control']).toContain('immutable');
  });

  it('compresses answers that aren’t streamed', async () => {
    const get = await start();
    const { headers } = await get('/whole', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['content-security-policy']).toContain("'strict-dynamic'");
  });

  it("keeps a route's own headers, and doesn’t compress its stream", async () => {
    const get = await start();
    const { headers, body } = await get('/own-headers', { 'accept-encoding': 'gzip' });
    expect(headers['content-security-policy']).toBe('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-cache, no-transform');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toHaveLength(5_000);
  });

  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'brand.example',
    'x-forwarded-proto': 'https',
  };

  it('ignores forwarded headers without a proxy', async () => {
    const get = await start();
    const seen = JSON.parse((await get('/seen', forwarded)).body);
    expect(seen).toMatchObject({ ip: '127.0.0.1', hostname: '127.0.0.1', protocol: 'http' });
    expect(Object.keys(seen.headers)).not.toContain('x-forwarded-host');
  });

  it('trusts one proxy if TRUST_PROXY is 1', async () => {
    const get = await start({ trustProxy: 1 });
    const { body, headers } = await get('/seen', forwarded);
    expect(JSON.parse(body)).toMatchObject({
      ip: '203.0.113.9',
      hostname: 'brand.example',
      protocol: 'https',
    });
    expect(headers['strict-transport-security']).toBe('max-age=15552000');
  });

  it('passes an accepted origin on in the form that Remix’s own check accepts', async () => {
    const get = await start({ appUrl: 'https://brand.example' });
    const originSeen = (headers: Record<string, string>) => get('/echo', headers, 'POST');
    const own = JSON.parse((await originSeen({ origin: 'https://brand.example' })).body);
    expect(own).toMatchObject({
      origin: 'https://brand.example',
      'x-forwarded-host': 'brand.example',
    });
    // A page with `no-referrer`, by its form.
    const hidden = await originSeen({ origin: 'null', 'sec-fetch-site': 'same-origin' });
    expect(JSON.parse(hidden.body)).not.toHaveProperty('origin');
    expect((await originSeen({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('uses the forwarded host only behind a proxy', async () => {
    const headers = { origin: 'https://brand.example', 'x-forwarded-host': 'brand.example' };
    let post = await start();
    expect((await post('/change', headers, 'POST')).status).toBe(403);
    await new Promise((resolve) => server.close(resolve));
    post = await start({ trustProxy: 1 });
    expect((await post('/change', headers, 'POST')).body).toBe('changed');
  });

  it('answers 405 with the allowed methods for any other method', async () => {
    const ask = await start();
    for (const [method, path, allow] of [
      ['POST', '/plain/7', 'GET, HEAD, OPTIONS'],
      ['TRACE', '/plain/7', 'GET, HEAD, OPTIONS'],
      ['GET', '/change', 'POST, OPTIONS'],
      ['HEAD', '/CHANGE/', 'POST, OPTIONS'],
      ['POST', '/moved', 'PUT, DELETE, OPTIONS'],
      ['DELETE', '/%6Doved.data', 'PUT, DELETE, OPTIONS'],
      ['DELETE', '/no-such-page', 'GET, HEAD, OPTIONS'],
      ['POST', '/assets/app.js', 'GET, HEAD, OPTIONS'],
      ['POST', '/__manifest', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers, body } = await ask(path, {}, method);
      // DELETE is allowed, but this test has no handler for it.
      if (method === 'DELETE' && path.includes('oved')) expect(status, path).not.toBe(405);
      else {
        expect([status, headers.allow], `${method} ${path}`).toEqual([405, allow]);
        if (method !== 'HEAD') expect(body).toBe(`This address doesn't accept ${method} requests.`);
      }
    }
    const { status, body } = await ask('/api/limited', {}, 'PUT');
    expect([status, body]).toEqual([
      405,
      JSON.stringify({ error: "This address doesn't accept PUT requests." }),
    ]);
  });

  it('tells people what was refused in a page, and everything else in plain text', async () => {
    const ask = await start();
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const { status, headers, body } = await ask('/plain/7', browser, 'POST');
    expect([status, headers['content-type']]).toEqual([405, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>This page can’t be used that way</h1>');
    const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    const foreign = { ...browser, origin: 'https://evil.example' };
    const refused = await ask('/change', foreign, 'POST');
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('<p>This request didn’t come from a page of this site');
    expect((await ask('/change', { origin: foreign.origin }, 'POST')).body).toMatch(
      /^This request/,
    );
  });

  it('answers OPTIONS with a route’s methods', async () => {
    const ask = await start();
    const { status, headers, body } = await ask('/moved', {}, 'OPTIONS');
    expect([status, headers.allow, body]).toEqual([204, 'PUT, DELETE, OPTIONS', '']);
  });

  it('refuses other hosts with an explanation', async () => {
    const refuseHost = ({ headers }: IncomingMessage) =>
      headers.host === 'brand.example' ? null : 'Open another address.';
    const ask = await start({ refuseHost });
    expect((await ask('/plain/7', { host: 'brand.example' })).status).toBe(200);
    for (const method of ['GET', 'POST', 'TRACE']) {
      const { status, body, headers } = await ask('/plain/7', { host: 'evil.example' }, method);
      expect([status, body]).toEqual([421, 'Open another address.']);
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });

  it('logs a request whose socket was lost before the response closed', async () => {
    await start();
    const { port } = server.address() as AddressInfo;
    const sent = httpRequest({ port, path: '/api/limited', method: 'POST', host: '127.0.0.1' });
    sent.on('error', () => undefined).end('x'.repeat(1_100_000));
    const lines = () => logged.filter((line) => line.includes('/api/limited'));
    await expect.poll(lines).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ status: 413, address: '127.0.0.1' });
  });

  it('answers an error with a friendly page, and logs its cause', async () => {
    const get = await start();
    const { status, body, headers } = await get('/breaks');
    expect(status).toBe(500);
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toBe('Something went wrong on our side. Try again in a moment.');
    expect(logged.join('')).toContain('the cause, for the log only');
  });

  it('answers a malformed address', async () => {
    const get = await start();
    expect(await get('/plain/%E0%A4%A')).toMatchObject({
      status: 400,
      body: 'This address isn’t valid.',
    });
  });

  it('logs requests without their query and without the ids of shared conversations', async () => {
    const get = await start();
    const { headers } = await get('/plain/7?token=secret');
    await get('/shared/visible-to-nobody', {}, 'OPTIONS');
    await expect
      .poll(() => logged.filter((line) => line.includes('"msg":"request"')).length)
      .toBe(2);
    const lines = logged.join('');
    expect(JSON.parse(logged.find((line) => line.includes('/plain/7')) ?? '{}')).toMatchObject({
      request: headers['x-request-id'],
      method: 'GET',
      path: '/plain/7',
      status: 200,
      address: '127.0.0.1',
    });
    expect(lines).not.toContain('secret');
    expect(lines).toContain('/shared/…');
    expect(lines).not.toContain('visible-to-nobody');
  });

  it('runs each request with its id, and counts it by its path’s pattern', async () => {
    const get = await start();
    const { headers } = await get('/plain/7?token=secret');
    await get('/nowhere', { 'x-request-id': 'not-believed' });
    await expect.poll(() => counted).toHaveLength(2);
    expect(served[0]).toBe(headers['x-request-id']);
    expect(served).not.toContain('not-believed');
    expect(counted[0]).toMatchObject({ method: 'GET', route: '/plain/:id', status: 200 });
    expect(counted[0]?.seconds).toBeLessThan(1);
    expect(counted[1]).toMatchObject({ route: '*' });
  });

  it('logs probes below info, whatever their outcome', async () => {
    const get = await start();
    for (const path of ['/healthz', '/readyz', '/metrics']) await get(path);
    await expect
      .poll(() => logged.filter((line) => line.includes('"msg":"request"')))
      .toHaveLength(3);
    const levels = logged
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => (JSON.parse(line) as { level: number }).level);
    expect(levels).toEqual([20, 20, 20]);
  });

  it('accepts a request id only from a trusted proxy', async () => {
    const id = { 'x-request-id': 'from-the-proxy-1' };
    let get = await start();
    expect((await get('/plain/1', id)).headers['x-request-id']).not.toBe('from-the-proxy-1');
    await new Promise((resolve) => server.close(resolve));
    get = await start({ trustProxy: 1 });
    expect((await get('/plain/1', id)).headers['x-request-id']).toBe('from-the-proxy-1');
    expect((await get('/plain/1', { 'x-request-id': 'a b' })).headers['x-request-id']).not.toBe(
      'a b',
    );
  });
});
