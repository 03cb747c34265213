import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp, type AppProcess } from '../harness/app-process.ts';
import { freePort, installedDataDir, start } from './setup.ts';
import { signedUp, visitor } from './visitor.ts';

const TOKEN = 'a-token-for-these-tests';

let app: AppProcess;
let address: string;

beforeAll(async () => {
  app = await startApp({
    dataDir: await installedDataDir(),
    port: await freePort(),
    env: { DATABASE_URL: '', METRICS_TOKEN: TOKEN, RATE_LIMITS: 'false' },
  });
  address = app.url;
});

afterAll(() => app?.stop());

/** Headers of every answer, from Node or from Remix. */
function expectHardened(name: string, { headers }: Response): void {
  expect(headers.get('x-content-type-options'), name).toBe('nosniff');
  // A worker follows the policy of its file. A page's policy would be most of a small file.
  const policy = name.endsWith('asset') ? /^default-src 'self'; / : /'strict-dynamic'/;
  expect(headers.get('content-security-policy'), name).toMatch(policy);
  expect(headers.get('content-security-policy'), name).toContain("frame-ancestors 'none'");
  // Only pages need these.
  const [framing, opener] = name.endsWith('asset') ? [null, null] : ['DENY', 'same-origin'];
  expect(headers.get('x-frame-options'), name).toBe(framing);
  expect(headers.get('cross-origin-opener-policy'), name).toBe(opener);
  expect(headers.get('referrer-policy'), name).toMatch(/^(same-origin|no-referrer)$/);
  expect(headers.get('x-request-id'), name).toMatch(/^[\w-]{36}$/);
  expect(headers.has('x-powered-by'), name).toBe(false);
  expect(headers.has('server'), name).toBe(false);
  // Without TLS in front, it would lock people out.
  expect(headers.has('strict-transport-security'), name).toBe(false);
  // A diagram's frame has no origin, but loads our script.
  const readers = name.endsWith('asset') ? '*' : null;
  expect(headers.get('access-control-allow-origin'), name).toBe(readers);
}

describe('an answer', () => {
  it('is sent in the smallest encoding that the browser accepts, where the build has compressed it', async () => {
    const script = readdirSync('build/client/assets').find((name) => name.endsWith('.js.br')) ?? '';
    const plain = readFileSync(`build/client/assets/${script.slice(0, -'.br'.length)}`);
    for (const [accepted, sent] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${address}/assets/${script.slice(0, -'.br'.length)}`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(response.headers.get('content-encoding'), accepted).toBe(sent);
      expect(response.headers.get('content-type'), accepted).toMatch(/^text\/javascript/);
      expect(response.headers.get('vary'), accepted).toMatch(/accept-encoding/i);
      expect(Buffer.from(await response.arrayBuffer()).equals(plain), accepted).toBe(true);
    }
  });

  it('has the security headers, and is cached only where it may be', async () => {
    const tina = await signedUp(address);
    const guest = visitor(address);
    const script = readdirSync('build/client/assets').find((name) => name.endsWith('.js')) ?? '';
    const json = { 'content-type': 'application/json' };
    const message = {
      conversationId: null,
      content: 'Hello',
      clientKey: '0198c0de-0000-7000-8000-000000000001',
    };

    const answers: Record<string, [Promise<Response>, number, RegExp]> = {
      page: [guest.fetch('/auth/login'), 200, /no-store/],
      'page of a person': [tina.fetch('/ai-lab'), 200, /no-store/],
      'data of a page': [tina.fetch('/ai-lab.data'), 200, /no-store/],
      redirect: [guest.fetch('/ai-lab'), 302, /no-store/],
      'no such page': [tina.fetch('/no/such/page'), 404, /no-store/],
      asset: [guest.fetch(`/assets/${script}`), 200, /^public, max-age=31536000, immutable$/],
      'no such asset': [guest.fetch('/assets/none.js'), 404, /no-store/],
      icon: [guest.fetch('/favicon.svg'), 200, /max-age=3600/],
      API: [tina.fetch('/api/conversations'), 200, /no-store/],
      'API for nobody': [guest.fetch('/api/conversations'), 401, /no-store/],
      'API for a foreign page': [
        tina.fetch('/api/conversations', {
          method: 'POST',
          headers: { origin: 'https://evil.example' },
        }),
        403,
        /no-store/,
      ],
      stream: [
        tina.fetch('/api/chat/messages', {
          method: 'POST',
          headers: json,
          body: JSON.stringify(message),
        }),
        200,
        /no-store, no-transform/,
      ],
      'stream for nobody': [
        guest.fetch('/api/chat/messages', { method: 'POST', headers: json, body: '{}' }),
        401,
        /no-store/,
      ],
      'a form with mistakes': [
        guest.fetch('/auth/login', { method: 'POST', body: new URLSearchParams() }),
        400,
        /no-store/,
      ],
      'a wrong method': [guest.fetch('/healthz', { method: 'POST' }), 405, /no-store/],
      'too large': [
        guest.fetch('/auth/login', { method: 'POST', body: 'x'.repeat(2_000_001) }),
        413,
        /no-store/,
      ],
      'a broken address': [guest.fetch('/%E0%A4%A'), 400, /no-store/],
      health: [guest.fetch('/healthz'), 200, /no-store/],
      readiness: [guest.fetch('/readyz'), 200, /no-store/],
      'metrics for nobody': [guest.fetch('/metrics'), 401, /no-store/],
      metrics: [
        guest.fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }),
        200,
        /no-store/,
      ],
    };
    for (const [name, [answer, status, caching]] of Object.entries(answers)) {
      const response = await answer;
      await response.text();
      expect(response.status, name).toBe(status);
      expectHardened(name, response);
      expect(response.headers.get('cache-control'), name).toMatch(caching);
    }
    // Probes and refusals set no cookies.
    for (const name of ['health', 'readiness', 'metrics', 'API for a foreign page', 'asset']) {
      expect((await answers[name]![0]).headers.has('set-cookie'), name).toBe(false);
    }
  });

  it('lets a page preload its scripts: their links have the nonce of its policy', async () => {
    const page = await visitor(address).fetch('/auth/login');
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    const links = (await page.text()).match(/<link[^>]+modulepreload[^>]+>/g) ?? [];
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toContain(`nonce="${nonce}"`);
  });

  it('has a fresh nonce on each page, and session cookies that scripts cannot read', async () => {
    const guest = visitor(address);
    const nonceOf = async () =>
      /'nonce-([^']+)'/.exec(
        (await guest.fetch('/auth/login')).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await nonceOf()).not.toBe(await nonceOf());
    const response = await guest.fetch('/auth/signup', {
      method: 'POST',
      body: new URLSearchParams({
        email: 'tina@example.com',
        password: 'correct horse battery',
        firstName: 'Tina',
        lastName: 'Baker',
      }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^brandwright_session=[a-z2-7]{40};/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toContain('Domain');
    // Over plain HTTP, browsers wouldn't return a Secure cookie.
    expect(cookie).not.toContain('Secure');
  });

  it('with a page preview is a document that can do nothing, and only the app may frame it', async () => {
    const tina = await signedUp(address);
    const asFrame = { 'sec-fetch-dest': 'iframe' };
    const preview = async (fields: Record<string, string>, more: Record<string, string> = {}) => {
      const headers = { ...asFrame, ...more };
      const body = new URLSearchParams(fields);
      const response = await tina.fetch('/frames/preview', { method: 'POST', body, headers });
      const policy = response.headers.get('content-security-policy') ?? '';
      return { response, policy, html: await response.text() };
    };
    const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];
    const text = `# Bread <script>1</script>\r\n\r\n[Order](https://evil.example)`;
    const page = await preview({ format: 'hero', text, name: 'Rye & Co' });
    expect(page.response.status).toBe(200);
    expect(page.response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.response.headers.get('cache-control')).toBe('private, no-store');
    expect(page.response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.response.headers.get('x-content-type-options')).toBe('nosniff');
    const nonce = nonceOf(page.policy);
    expect(page.policy.split('; ')).toEqual([
      'sandbox',
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(page.html).toContain(`<style nonce="${nonce}">`);
    expect(page.html).toContain('Rye &amp; Co');
    expect(page.html).toContain('<h1>Bread &lt;script&gt;1&lt;/script&gt;</h1>');
    expect(page.html).not.toMatch(/<script|href|evil/);
    expect(nonceOf((await preview({ format: 'hero', text })).policy)).not.toBe(nonce);

    // Errors are shown in the frame, under the same policy.
    const wrong: Record<string, string>[] = [
      {},
      { format: 'none', text },
      { format: 'hero', text: 'x'.repeat(200_001) },
    ];
    for (const fields of wrong) {
      const refused = await preview(fields);
      expect(refused.response.status).toBe(400);
      expect(refused.policy).toMatch(/^sandbox; default-src 'none'; .*frame-ancestors 'self'$/);
      expect(refused.html).toContain('can’t preview this text');
    }
    const body = new URLSearchParams({ format: 'hero', text });
    const guest = visitor(address);
    const signedOut = await guest.fetch('/frames/preview', {
      method: 'POST',
      body,
      headers: asFrame,
    });
    expect(signedOut.status).toBe(401);
    expect(signedOut.headers.get('content-security-policy')).toMatch(/^sandbox; /);
    expect(await signedOut.text()).toContain('You’re signed out');
    const foreign = { origin: 'https://evil.example' };
    expect((await preview({ format: 'hero', text }, foreign)).response.status).toBe(403);
  });

  it('of the socket endpoint allows no other origin, and refuses connections from one', async () => {
    const polling = '/socket.io/?EIO=4&transport=polling';
    const own = await visitor(address).fetch(polling);
    expect(own.status).toBe(200);
    expect(own.headers.has('access-control-allow-origin')).toBe(false);
    expect(own.headers.has('set-cookie')).toBe(false);
    const foreign = await visitor(address).fetch(polling, {
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('to HEAD has no body', async () => {
    for (const path of ['/healthz', '/readyz', '/auth/login']) {
      const response = await visitor(address).fetch(path, { method: 'HEAD' });
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toBe('');
    }
  });

  it('ends the connection when the request body never ends', async () => {
    const { port } = new URL(address);
    // It is refused with an explanation first; what still arrives is discarded for a while.
    await new Promise<void>((resolve) => {
      const endless = request({ port, path: '/auth/login', method: 'POST' }, (response) => {
        expect(response.statusCode).toBe(413);
        response.resume();
      });
      endless.on('error', () => resolve());
      endless.on('close', () => resolve());
      const chunk = Buffer.alloc(64_000, 'x');
      // It takes a minute, so it's sent slowly: at full speed it would take a core from the other tests.
      const send = () => {
        if (!endless.destroyed) endless.write(chunk, () => setTimeout(send, 20));
      };
      send();
    });
    expect((await visitor(address).fetch('/healthz')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('require the token, and count requests by route pattern', async () => {
    // An app of its own: the other tests' requests would be counted too.
    const own = start({ dataDir: await installedDataDir(), settings: { METRICS_TOKEN: TOKEN } });
    const address = await own.ready;
    const tina = await signedUp(address);
    await tina.fetch('/ai-lab/chat/0198c0de-0000-7000-8000-000000000001');
    await tina.fetch('/wp-login.php');
    for (const authorization of ['', 'Bearer', 'Bearer wrong', TOKEN, `bearer ${TOKEN}x`]) {
      const refused = await tina.fetch('/metrics', { headers: { authorization } });
      expect(refused.status, authorization).toBe(401);
      expect(await refused.text()).not.toContain('brandwright_');
    }
    const read = () =>
      visitor(address).fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect((await read()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    let text = '';
    // A request is counted when its connection has finished with it.
    const counted = async (route: string) => {
      text = await (await read()).text();
      return text
        .split('\n')
        .filter((line) => line.includes('request_duration_seconds_count') && line.includes(route));
    };
    await expect
      .poll(() => counted('"/ai-lab/chat/:conversationId",status="4xx"} 1'))
      .toHaveLength(1);
    await expect.poll(() => counted('"*",status="4xx"} 1')).toHaveLength(1);
    expect(text).not.toContain('0198c0de');
    expect(text).not.toContain('wp-login');
    expect(text).toMatch(/^brandwright_database_connections [1-9]/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    for (const name of ['sockets_connected', 'generations_running']) {
      expect(text).toMatch(new RegExp(`^brandwright_${name} 0$`, 'm'));
    }
  });
});
