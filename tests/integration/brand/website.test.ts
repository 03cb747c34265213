import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Network } from '~/gateways/website/index.server';
import type { UserScope } from '~/lib/scope';

const { readWebsite } = await import('~/gateways/website/index.server');
const { readWebsiteMaterial, readFileMaterial } =
  await import('~/features/brand/drafting/read-material.server');
const { WEBSITE_REFUSALS } = await import('~/features/brand/drafting/refusals');
const { MAX_ABOUT } = await import('~/features/brand/drafting/draft');
const { createUser } = await import('../../factories/users.ts');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const PUBLIC = [{ address: '93.184.216.34', family: 4 }];

let server: Server;
let port: number;
let user: { id: UserScope };
/** What each path answers; everything else is 404. */
let paths: Record<string, Answer | string>;
let requested: string[];
/** What was dialed, and what names lead to. */
let dialed: string[];
let resolve: Network['resolve'];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(`${request.headers.host}${path}`);
    const answer = paths[path];
    if (typeof answer === 'string') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(answer);
    } else if (answer) answer(request, response);
    else response.writeHead(404, { 'Content-Type': 'text/html' }).end('Nothing here');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  user = await createUser();
  [paths, requested, dialed] = [{}, [], []];
  resolve = () => Promise.resolve(PUBLIC);
});

/** Nothing of the app is loosened: the test's own dialer leads checked addresses to its server. */
const network: Network = {
  resolve: (host) => resolve(host),
  dial: (addresses, dialedPort) => {
    dialed.push(`${addresses[0]!.address}:${dialedPort}`);
    return connect(port, '127.0.0.1');
  },
};

function read(address = 'http://bakery.example', signal = new AbortController().signal) {
  return readWebsiteMaterial(user.id, address, signal, network);
}

const redirect =
  (location: string, status = 302): Answer =>
  (_, response) =>
    void response.writeHead(status, { Location: location }).end();

const html =
  (body: Buffer | string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(body);

const refused = (code: keyof typeof WEBSITE_REFUSALS) => ({
  code: 'invalid',
  userMessage: WEBSITE_REFUSALS[code],
  message: `a website was not read: ${code}`,
});

describe('a website', () => {
  test('is read from its start page and the pages that tell about the business', async () => {
    paths['/'] = `<title>Rye &amp; Shine</title><nav><a href="/about">About us</a>
      <a href="/blog">Blog</a><a href="/gone">Contact</a></nav><h1>Good bread</h1>`;
    paths['/about'] = '<title>About</title><p>Three bakers in Lindau.';
    expect(await read()).toEqual({
      kind: 'website',
      name: 'bakery.example',
      pages: 2,
      text: '# Rye & Shine\n\n## Good bread\n\n# About\n\nThree bakers in Lindau.',
      look: { colors: {}, logo: null },
    });
    expect(new Set(requested)).toEqual(
      new Set(['/robots.txt', '/', '/about', '/gone'].map((path) => `bakery.example${path}`)),
    );
    expect(new Set(dialed)).toEqual(new Set(['93.184.216.34:80']));
  });

  test('is asked without cookies and by our name', async () => {
    const headers: IncomingMessage['headers'][] = [];
    paths['/'] = (request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' });
      response.end('<a href="/about">About</a>Hello');
    };
    paths['/about'] = (request, response) => {
      headers.push(request.headers);
      html('Us')(request, response);
    };
    await read();
    expect(headers).toHaveLength(2);
    for (const sent of headers) {
      expect(sent.cookie).toBeUndefined();
      expect(sent['user-agent']).toContain('Brandwright');
    }
  });

  test('is tried as http when https does not answer, unless the address says https', async () => {
    paths['/'] = '<p>Hello';
    expect(await read('bakery.example')).toMatchObject({ text: 'Hello' });
    expect(dialed[0]).toBe('93.184.216.34:443');
    await expect(read('https://bakery.example')).rejects.toMatchObject(refused('unreachable'));
  });

  test('is read in its own encoding and unpacked', async () => {
    const charset = { 'Content-Type': 'text/html; charset="ISO-8859-1"' };
    paths['/'] = html(Buffer.from('<a href=/about>About</a><p>B\xe4ckerei', 'latin1'), charset);
    paths['/about'] = html(gzipSync('<meta charset="shift_jis"><p>Seit 1900'), {
      'Content-Encoding': 'gzip',
    });
    expect((await read()).text).toContain('Bäckerei\n\nSeit 1900');
    paths['/'] = html(brotliCompressSync('<p>Small'), { 'Content-Encoding': 'br' });
    expect((await read()).text).toBe('Small');
  });

  test('may redirect within itself, with or without www', async () => {
    paths['/'] = redirect('http://www.bakery.example/de');
    paths['/de'] = '<p>Willkommen';
    expect((await read()).text).toBe('Willkommen');
    expect(requested).toContain('www.bakery.example/de');
  });

  test('that stops answering for some pages is read without them', async () => {
    paths['/'] = '<a href="/about">About</a><p>Hello';
    paths['/about'] = (request) => void request.socket.destroy();
    expect(await read()).toMatchObject({ pages: 1, text: 'About\n\nHello' });
  });

  test('is cut to what a draft can use', async () => {
    const lines = (page: string) =>
      Array.from({ length: 2_000 }, (_, line) => `<p>${page} ${line}`).join('');
    const topics = ['about', 'services', 'menu', 'prices', 'contact'];
    paths['/'] = topics.map((page) => `<a href="/${page}">${page}</a>`).join(' ') + lines('start');
    for (const page of topics) paths[`/${page}`] = lines(page);
    const { text, pages } = await read();
    expect(text.length).toBeLessThan(25_000);
    expect(pages).toBeGreaterThan(1);
  });
});

describe('a private address', () => {
  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://169.254.169.254/latest',
  ])('is never dialed for %s', async (address) => {
    await expect(read(address)).rejects.toMatchObject(refused('inner'));
    expect(dialed).toEqual([]);
  });

  test('is never dialed for a name that leads there, in either family', async () => {
    for (const address of [
      '10.0.0.5',
      'fd00::5',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]) {
      resolve = () => Promise.resolve([...PUBLIC, { address, family: 6 }]);
      await expect(read()).rejects.toMatchObject(refused('inner'));
    }
    expect(dialed).toEqual([]);
  });

  test.each(['http://127.0.0.1/admin', 'http://[fd00::1]/', 'http://localhost/', '//10.0.0.1/'])(
    'is not reached by a redirect to %s',
    async (location) => {
      paths['/'] = redirect(location);
      await expect(read()).rejects.toMatchObject(refused('elsewhere'));
      expect(requested).toEqual(['bakery.example/robots.txt', 'bakery.example/']);
    },
  );

  test('is not reached when the name changes its address after the first request', async () => {
    const answers = [PUBLIC, [{ address: '127.0.0.1', family: 4 }]];
    resolve = () => Promise.resolve(answers.shift() ?? [{ address: '127.0.0.1', family: 4 }]);
    // Each answer closes its connection, so the next request asks for the name again.
    paths['/robots.txt'] = (_, response) =>
      void response.writeHead(404, { Connection: 'close' }).end();
    paths['/'] = '<p>Secret';
    await expect(read()).rejects.toMatchObject(refused('inner'));
    expect(requested).toEqual(['bakery.example/robots.txt']);
  });
});

describe('a robots.txt', () => {
  test('is respected, and fetched once', async () => {
    paths['/robots.txt'] = 'User-agent: *\nDisallow: /about';
    paths['/'] = '<a href="/about">About</a><a href="/menu">Menu</a><p>Hello';
    paths['/menu'] = '<p>Rye';
    expect((await read()).pages).toBe(2);
    expect(requested.filter((path) => path.endsWith('/robots.txt'))).toHaveLength(1);
    expect(requested).not.toContain('bakery.example/about');
    paths['/robots.txt'] = 'User-agent: Brandwright\nDisallow: /';
    await expect(read()).rejects.toMatchObject(refused('robots'));
  });

  test('is asked again about the page that a redirect leads to', async () => {
    paths['/robots.txt'] = 'User-agent: *\nDisallow: /private';
    paths['/'] = redirect('/private');
    paths['/private'] = '<p>Secret';
    await expect(read()).rejects.toMatchObject(refused('robots'));
    expect(requested).not.toContain('bakery.example/private');
  });

  test('that fails forbids everything, and one that leads in circles nothing', async () => {
    paths['/'] = '<p>Hello';
    paths['/robots.txt'] = (_, response) => void response.writeHead(503).end();
    await expect(read()).rejects.toMatchObject(refused('fault'));
    paths['/robots.txt'] = redirect('/robots.txt');
    expect((await read()).text).toBe('Hello');
  });
});

describe('a hostile website', () => {
  test.each<[string, keyof typeof WEBSITE_REFUSALS, Answer]>([
    ['redirects in circles', 'loop', redirect('/')],
    ['redirects to another website', 'elsewhere', redirect('http://evil.example/')],
    ['redirects to another port', 'elsewhere', redirect('http://bakery.example:8080/')],
    ['redirects to another scheme', 'elsewhere', redirect('ftp://bakery.example/')],
    ['redirects with credentials', 'elsewhere', redirect('http://a:b@bakery.example/')],
    ['never ends', 'too-large', endless()],
    [
      'unpacks to far more',
      'too-large',
      html(gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'Content-Encoding': 'gzip' }),
    ],
    [
      'is packed twice',
      'unreadable',
      html(gzipSync(gzipSync('a')), { 'Content-Encoding': 'gzip, gzip' }),
    ],
    [
      'is packed in a damaged way',
      'unreadable',
      html('nothing packed', { 'Content-Encoding': 'gzip' }),
    ],
    ['is no page', 'kind', html('%PDF-1.7', { 'Content-Type': 'application/pdf' })],
    ['says nothing', 'no-text', html('<script>document.write("Hello")</script>')],
    ['wants a password', 'refused', (_, response) => void response.writeHead(401).end('No')],
    ['has a fault', 'fault', (_, response) => void response.writeHead(500).end('No')],
    ['breaks off', 'unreachable', (request) => void request.socket.destroy()],
  ])('that %s is not read', async (_, code, answer) => {
    paths['/'] = answer;
    await expect(read()).rejects.toMatchObject(refused(code));
  });

  test('that is nested without end is read down to a limit', async () => {
    paths['/'] = `<p>Hello</p>${'<div>'.repeat(300_000)}`;
    expect((await read()).text).toBe('Hello');
  });

  test.each<[string, Answer]>([
    ['never answers', () => {}],
    ['stops in the middle', (_, response) => void response.writeHead(200).write('<p>Hello')],
  ])('that %s is left after a while', async (_, answer) => {
    paths['/'] = answer;
    const reader = { userId: user.id, signal: new AbortController().signal };
    const times = { requestMs: 300, totalMs: 60_000 };
    await expect(
      readWebsite('http://bakery.example', reader, network, times),
    ).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('is read as far as it answered in time', async () => {
    paths['/'] = '<a href="/about">About</a><p>Hello';
    paths['/about'] = () => {};
    const reader = { userId: user.id, signal: new AbortController().signal };
    const times = { requestMs: 60_000, totalMs: 1_000 };
    const { pages } = await readWebsite('http://bakery.example', reader, network, times);
    expect(pages).toHaveLength(1);
  });

  test('is left when the person cancels', async () => {
    const left = new AbortController();
    paths['/'] = () => left.abort();
    await expect(read(undefined, left.signal)).rejects.toMatchObject(refused('aborted'));
  });
});

function endless(): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const part = Buffer.alloc(64 * 1024, 'a');
    const more = (): void => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  };
}

test('a name that does not exist reads like one that leads to a private address', async () => {
  resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  await expect(read()).rejects.toMatchObject(refused('unreachable'));
  expect(WEBSITE_REFUSALS.inner).toBe(WEBSITE_REFUSALS.unreachable);
});

describe('a file for a draft', () => {
  const file = (name: string, content: Buffer | string) =>
    readFileMaterial(
      user.id,
      { name, body: Readable.from([Buffer.from(content)]) },
      new AbortController().signal,
    );

  test('is read as text', async () => {
    expect(await file('../menu.md', '# Menu\n\nRye')).toEqual({
      kind: 'file',
      name: '“menu.md”',
      pages: null,
      text: '# Menu\n\nRye',
    });
    expect((await file('long.txt', 'a'.repeat(MAX_ABOUT + 100))).text).toHaveLength(MAX_ABOUT + 1);
  });

  test.each([
    ['photo.pdf', '\x89PNG\r\n\x1a\n', /isn’t a file we can read/],
    ['old.doc', '\xd0\xcf\x11\xe0\xa1\xb1', /old Office format/],
    ['menu.docx', 'PK\x03\x04nothing', /can’t be opened/],
    ['empty.txt', '', /is empty/],
    ['long.txt', 'a'.repeat(200_001), /more than 200,000 characters/],
  ])('is refused for %s', async (name, content, text) => {
    await expect(file(name, Buffer.from(content, 'latin1'))).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringMatching(text),
    });
  });
});

describe('the look that a website declares', () => {
  const page = (head: string) =>
    `<html><head><title>Crumb</title>${head}</head><body><h1>Bread</h1><p>We bake.</p></body></html>`;
  const image = async (edge: number): Promise<Answer> => {
    const create = { width: edge, height: edge, channels: 3 as const, background: '#1f5f4a' };
    const bytes = await sharp({ create }).png().toBuffer();
    return html(bytes, { 'Content-Type': 'image/png' });
  };
  const ICON = '<link rel="apple-touch-icon" href="/touch.png">';

  test('comes with its text: colors, and a logo that was rewritten', async () => {
    paths['/'] = page(
      `<meta name="theme-color" content="#1f5f4a"><style>:root{--accent:#c8641b}</style>${ICON}`,
    );
    paths['/touch.png'] = await image(180);
    const { look } = await read();
    expect(look?.colors).toEqual({ primaryColor: '#1f5f4a', accentColor: '#c8641b' });
    const [head, base64 = ''] = look?.logo?.split(',') ?? [];
    expect(head).toBe('data:image/webp;base64');
    const metadata = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 180, height: 180 });
  });

  test('has no logo from another website, against robots.txt, too small, or that is none', async () => {
    const logoFrom = async (head: string) => {
      paths['/'] = page(head);
      const { look, text } = await read();
      expect(text).toContain('We bake.');
      return look?.logo;
    };
    paths['/private/logo.png'] = await image(180);
    paths['/robots.txt'] = html('User-agent: *\nDisallow: /private/', {
      'Content-Type': 'text/plain',
    });
    paths['/small.png'] = await image(20);
    paths['/odd.png'] = html('<script>', { 'Content-Type': 'image/png' });
    paths['/page.png'] = '<p>Not an image';
    paths['/long.png'] = html(Buffer.alloc(3_000_000), { 'Content-Type': 'image/png' });
    paths['/away.png'] = redirect('http://elsewhere.example/logo.png');
    for (const src of [
      ...['http://elsewhere.example/logo.png', '/private/logo.png', '/small.png', '/odd.png'],
      ...['/page.png', '/long.png', '/away.png', '/missing.png', 'http://[', ':', '//'],
    ]) {
      expect(await logoFrom(`<img class="logo" src="${src}">`), src).toBeNull();
    }
    expect(requested.filter((one) => one.startsWith('elsewhere'))).toEqual([]);
    expect(requested).not.toContain('bakery.example/private/logo.png');
  });
});
