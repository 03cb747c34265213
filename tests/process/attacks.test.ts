import { createHash, randomBytes, randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SESSION_SECRET, startApp, type AppProcess } from '../harness/app-process.ts';
import { UNKNOWN_IDS } from '../harness/owned-ids.ts';
import { REMIX } from '../harness/route-access.ts';
import { listRoutes } from '../harness/route-inventory.ts';
import { freePort, postgresOf, query, installedDataDir } from './setup.ts';
import { signedUp, visitor, type SignedUp } from './visitor.ts';

// Attacks on a running app that aren't specific to one address or one form.

let app: AppProcess;
let database: string;
let tina: SignedUp;

beforeAll(async () => {
  const dataDir = await installedDataDir();
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: { DATABASE_URL: '', APP_URL: 'https://brand.example', ALLOWED_HOSTS: 'localhost' },
  });
  database = postgresOf(dataDir).url;
  tina = await signedUp(app.url);
});

afterAll(() => app?.stop());

const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers,
  body: new URLSearchParams(fields),
});

describe('a change that another site’s page requests', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://brand.example' },
    { origin: 'https://brand.example:8443' },
    { origin: 'https://brand.example.' },
    { origin: 'https://app.brand.example' },
    { origin: 'https://brand.example.evil.example' },
    { origin: 'https://evilbrand.example' },
    { origin: 'https://brand.example@evil.example' },
    // Cyrillic lookalike letters.
    { origin: 'https://xn--brnd-63d.example' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://localhost' },
    { origin: 'file://' },
    { origin: 'brand.example' },
    { origin: 'https://evil.example', referer: 'https://brand.example/' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    // A header that only a proxy may set, without a proxy.
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { origin: 'https://evil.example', forwarded: 'host=evil.example;proto=https' },
    { origin: 'https://evil.example', authorization: 'Bearer x' },
  ];
  const changes: [string, Parameters<SignedUp['fetch']>[1] & { method: string }][] = [
    ['/api/conversations', json('POST', {})],
    ['/api/prompts', json('POST', { name: 'Forged', text: 'Forged' })],
    ['/api/chat/messages', json('POST', { content: 'Forged', conversationId: null })],
    ['/api/attachments', { method: 'POST', headers: { 'x-file-name': 'a.md' }, body: 'Forged' }],
    ['/api/account/names', form({ firstName: 'Forged', lastName: 'Forged' })],
    ['/auth/logout', form({})],
  ];

  it('is refused, whatever origin it claims', async () => {
    for (const [path, init] of changes) {
      for (const headers of foreign) {
        const answer = await tina.fetch(path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), ...headers },
        });
        expect.soft(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.headers.has('set-cookie')).toBe(false);
        await answer.arrayBuffer();
      }
    }
    const rows = await query(
      database,
      `SELECT (SELECT count(*) FROM conversations) + (SELECT count(*) FROM prompts)
            + (SELECT count(*) FROM attachments)
            + (SELECT count(*) FROM users WHERE first_name = 'Forged') AS forged`,
    );
    expect(Number(rows[0]?.forged)).toBe(0);
    expect((await tina.fetch('/api/conversations')).status).toBe(200);
  });

  it('is accepted from the app’s own address in any spelling', async () => {
    for (const origin of ['https://brand.example', 'https://brand.example:443', app.url]) {
      const answer = await tina.fetch('/api/conversations', json('POST', {}, { origin }));
      expect(answer.status, origin).toBe(200);
    }
  });
});

describe('a session token', () => {
  const suggest = (authorization: string | undefined) =>
    fetch(`${app.url}/api/email/webhook-handler`, {
      ...json('POST', { suggestion: 'Rye bread', firstName: 'Tina', lastName: 'Baker' }),
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
    });
  const issue = async (person: SignedUp) =>
    ((await (await person.fetch('/api/auth/id-token')).json()) as { token: string }).token;

  it('signs no one in when it comes in place of the cookie, on any route', async () => {
    const authorization = `Bearer ${await issue(tina)}`;
    const { remix } = await listRoutes();
    for (const { id, path, page, action } of remix) {
      const { read, change, methods = ['POST'], visitor: led } = REMIX[id] ?? {};
      if (path === undefined || led) continue;
      const address = path
        .replace(/:\w+/g, () => UNKNOWN_IDS.conversationId)
        .replace('*', 'no-such-thing');
      if (read === 'user' || read === 'admin') {
        const answer = await fetch(app.url + address, {
          headers: { authorization },
          redirect: 'manual',
        });
        await answer.arrayBuffer();
        expect.soft(answer.status, id).toBe(page ? 302 : 401);
      }
      if (!action || change === 'public') continue;
      for (const method of methods) {
        const answer = await fetch(app.url + address, { method, headers: { authorization } });
        await answer.arrayBuffer();
        expect.soft(answer.status, `${method} ${id}`).toBe(401);
      }
    }
  });

  it('is refused when any part of it has been changed, or its session has ended', async () => {
    const person = await signedUp(app.url);
    const token = await issue(person);
    const [kind = '', content = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const other = (change: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
    const [row] = await query(database, `SELECT id FROM users WHERE email = '${tina.email}'`);
    const forged: (string | undefined)[] = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${kind}.${content}.`,
      `Bearer ${kind}.${content}`,
      `Bearer ${kind}.${other({ exp: Date.now() + 1e9 })}.${signature}`,
      `Bearer ${kind}.${other({ uid: row?.id })}.${signature}`,
      `Bearer ${kind}.${other({ sid: '0'.repeat(64) })}.${signature}`,
      `Bearer bw2f.${content}.${signature}`,
      `Bearer none.${content}.${signature}`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${content}.`,
      `Bearer ${/brandwright_session=([^;]+)/.exec(person.cookie())![1]}`,
    ];
    for (const authorization of forged) {
      const answer = await suggest(authorization);
      await answer.arrayBuffer();
      expect.soft(answer.status, String(authorization).slice(0, 40)).toBe(401);
    }
    expect((await suggest(`Bearer ${token}`)).status).not.toBe(401);
    await person.fetch('/auth/logout', { method: 'POST' });
    expect((await suggest(`Bearer ${token}`)).status).toBe(401);
  });
});

describe('an attacker who tries to find out who has an account', () => {
  /** Everything in an answer that should be the same for every request. */
  async function seen(answer: Response, email: string) {
    const headers = [...answer.headers]
      .filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
      .map(([name, value]) => `${name}: ${value.replace(/'nonce-[^']+'/g, '')}`);
    const text = (await answer.text())
      .replaceAll(email, 'EMAIL')
      .replaceAll(encodeURIComponent(email), 'EMAIL')
      .replace(/nonce(=|\\?"):?\s*\\?"[^"\\]*\\?"/g, '')
      // When the request came, to write times by.
      .replace(/&quot;now&quot;:\d+/, '');
    return { status: answer.status, headers, text };
  }

  const nobody = () => `${randomUUID()}@example.com`;
  const person = { firstName: 'Eve', lastName: 'Baker', password: 'a fine password' };

  /** The email addresses of accounts, one in each state that answers might give away. */
  const accounts: string[] = [];
  beforeAll(async () => {
    for (const change of [
      'SELECT $1::text',
      'UPDATE users SET disabled_at = now() WHERE email = $1',
      'UPDATE users SET is_admin = true, email_verified = true WHERE email = $1',
      `INSERT INTO two_factor (user_id, secret, enabled_at)
       SELECT id, 'none', now() FROM users WHERE email = $1`,
      'INSERT INTO account_deletions (user_id) SELECT id FROM users WHERE email = $1',
    ]) {
      const { email } = await signedUp(app.url);
      await query(database, change, [email]);
      accounts.push(email);
    }
  });

  const CALL = '/api/email/webhook-handler';

  it.each<[string, number, (email: string) => [path: string, init: RequestInit]]>([
    ['signing in', 400, (email) => ['/auth/login', form({ email, password: 'not the password' })]],
    ['a forgotten password', 200, (email) => ['/auth/forgot-password', form({ email })]],
    [
      'the contact form',
      303,
      (email) => ['/contact', form({ ...person, email, kind: 'support', details: 'Where?' })],
    ],
    ['a suggestion', 401, (email) => ['/contact', form({ ...person, email, kind: 'suggestion' })]],
    [
      'the call of the contact form',
      200,
      (email) => [CALL, json('POST', { ...person, email, message: 'Where?', to: email })],
    ],
    [
      'the call of a suggestion',
      401,
      (email) => [CALL, json('POST', { ...person, email, suggestion: 'Rye' })],
    ],
  ])('learns nothing from %s', async (_name, status, request) => {
    const ask = async (email: string) =>
      seen(await visitor(app.url).fetch(...request(email)), email);
    const unknown = await ask(nobody());
    expect(unknown.status).toBe(status);
    for (const email of accounts) expect(await ask(email)).toEqual(unknown);
  });

  describe('where signing up takes an invitation', () => {
    let invited: AppProcess;
    beforeAll(async () => {
      invited = await startApp({
        dataDir: await installedDataDir(),
        port: await freePort(),
        env: { DATABASE_URL: database, SESSION_SECRET, SIGNUP: 'invite' },
      });
    });
    afterAll(() => invited?.stop());

    /** The address of an invitation in the given state. */
    async function invitation({
      email = null as string | null,
      used = false,
      days = 7,
    } = {}): Promise<string> {
      const code = randomBytes(32).toString('base64url');
      await query(
        database,
        `INSERT INTO invitations (id, email, expires_at, used_at)
         VALUES ($1, $2, now() + $3::int * interval '1 day', CASE WHEN $4::boolean THEN now() END)`,
        [createHash('sha256').update(code).digest('hex'), email, days, used],
      );
      return `/auth/signup?invite=${code}`;
    }
    const signUp = async (path: string, email: string) =>
      seen(await visitor(invited.url).fetch(path, form({ ...person, email })), email);

    it.each<[string, () => Promise<string>, number]>([
      ['without one', () => Promise.resolve('/auth/signup'), 403],
      ['with an invented one', () => Promise.resolve(`/auth/signup?invite=${'A'.repeat(43)}`), 403],
      ['with a used one', () => invitation({ used: true }), 403],
      ['with an expired one', () => invitation({ days: -1 }), 403],
      ['with one for another email address', () => invitation({ email: 'ada@example.com' }), 400],
    ])('learns nothing %s', async (_name, link, status) => {
      const path = await link();
      const unknown = await signUp(path, nobody());
      expect(unknown.status).toBe(status);
      for (const email of accounts) expect(await signUp(path, email)).toEqual(unknown);
    });

    it('learns nothing but the email address from someone’s invitation', async () => {
      const look = async (email: string) => {
        const path = await invitation({ email });
        const page = await seen(await visitor(invited.url).fetch(path), email);
        const text = page.text.replaceAll(path.split('=')[1]!, 'CODE');
        return { ...page, text, refused: await signUp(path, 'eve@example.com') };
      };
      const [known = ''] = accounts;
      const { refused, ...page } = await look(nobody());
      expect([page.status, refused.status]).toEqual([200, 400]);
      const other = await look(known);
      expect({ ...other, refused: undefined }).toEqual({ ...page, refused: undefined });
      expect(other.refused.status).toBe(refused.status);
    });
  });

  it('learns nothing about what is shared', async () => {
    const { id } = (await (await tina.fetch('/api/conversations', json('POST', {}))).json()) as {
      id: string;
    };
    const look = async (path: string) =>
      seen(await visitor(app.url).fetch(`/shared/${path}`), path);
    const nothing = await look('A'.repeat(32));
    expect(nothing.status).toBe(404);
    // The conversation exists but isn't shared.
    expect(await look(id)).toEqual(nothing);
  });
});

describe('an attacker who guesses passwords', () => {
  it('is stopped, however many IP addresses they claim to have', async () => {
    const person = await signedUp(app.url);
    const guess = (at: number, password: string) =>
      visitor(app.url).fetch(
        '/auth/login',
        form(
          { email: person.email, password },
          {
            'x-forwarded-for': `203.0.113.${at}`,
            'x-real-ip': `203.0.113.${at}`,
            forwarded: `for=203.0.113.${at}`,
          },
        ),
      );
    const statuses = [];
    for (let at = 0; at < 10; at += 1) statuses.push((await guess(at, `guess ${at}`)).status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    const stopped = await guess(99, person.password);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await stopped.text()).toMatch(
      /Too many attempts\. Please wait 15 minutes and try again/,
    );
    // All attempts were counted for their one real address, not for those that they claimed.
    const kept = await query(
      database,
      `SELECT key FROM rate_limits WHERE key LIKE 'sign-in-address%'`,
    );
    expect(kept).toHaveLength(1);
  });
});

describe('a link that would lead to another site after signing in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/ai-lab\r\nSet-Cookie: a=b',
    '/auth/logout',
  ])('leads %j to a page of the app', async (target) => {
    const to = `redirectTo=${encodeURIComponent(target)}`;
    const fields = { email: tina.email, password: tina.password, redirectTo: target };
    const answers = await Promise.all([
      visitor(app.url).fetch(`/auth/login?${to}`, form(fields)),
      tina.fetch(`/auth/login?${to}`),
      tina.fetch(`/auth/signup?${to}`),
      tina.fetch(`/auth/two-factor?${to}`),
      tina.fetch(`/auth/verify?${to}`),
      tina.fetch(`/auth/reauthenticate?${to}`),
      visitor(app.url).fetch(`/ai-lab?${to}`),
    ]);
    for (const answer of answers) {
      const location = answer.headers.get('location');
      await answer.text();
      if (location === null) continue;
      const url = new URL(location, app.url);
      expect(url.origin, location).toBe(app.url);
      expect(url.pathname, location).not.toBe('/auth/logout');
      expect(answer.headers.getSetCookie().join()).not.toMatch(/\ba=b/);
    }
    expect(answers[0].headers.get('location')).toBe('/ai-lab');
  });
});

describe('a name that contains header lines', () => {
  const NAMES = [
    'a"; filename="evil.html',
    'a\r\nSet-Cookie: evil=1\r\n\r\n<script>1</script>',
    'a\u0085b\u2028c',
    '../../etc/passwd',
    'Brötchen 🍞',
    '\u202Egpj.exe',
    '%0d%0aSet-Cookie: evil=1',
    "';--*",
  ];
  const SAFE =
    /^(attachment|inline)(; filename="[^"\\\p{C}]*")?(; filename\*=UTF-8''[\w%.!#$&+^`|~-]*)?$/u;

  it('stays part of the file name in every download', async () => {
    const image = await sharp({
      create: { width: 64, height: 64, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer();
    const created = async <T>(answer: Promise<Response>) => {
      const response = await answer;
      expect(response.status, response.url).toBeLessThan(300);
      return (await response.json()) as T;
    };
    for (const name of NAMES) {
      const saved = { category: 'social', folderId: null, title: name, content: 'Rye' };
      const { item } = await created<{ item: { id: string } }>(
        tina.fetch('/api/saved-content', json('POST', saved)),
      );
      const { file } = await created<{ file: { id: string } }>(
        tina.fetch('/api/attachments', {
          method: 'POST',
          headers: { 'x-file-name': encodeURIComponent(`${name}.md`) },
          body: 'Rye bread',
        }),
      );
      const upload = await created<{ id: string }>(
        tina.fetch('/api/media/uploads', {
          method: 'POST',
          headers: { 'x-file-name': encodeURIComponent(`${name}.png`) },
          body: new Uint8Array(image),
        }),
      );
      const { id } = await created<{ id: string }>(
        tina.fetch('/api/conversations', json('POST', {})),
      );
      await query(
        database,
        `UPDATE conversations SET title = '${name.replaceAll("'", "''")}', last_message = 'Rye'
          WHERE id = '${id}'`,
      );
      const paths = [
        `/api/saved-content/${item.id}/download`,
        `/api/saved-content/${item.id}/download?as=text`,
        `/api/attachments/${file.id}`,
        `/api/media/items/${upload.id}/file?download=1`,
        `/api/conversations/${id}/export?format=markdown`,
        `/api/conversations/${id}/export?format=html`,
      ];
      for (const path of paths) {
        const answer = await tina.fetch(path);
        await answer.arrayBuffer();
        if (path.endsWith('as=text') && answer.status === 400) continue;
        expect.soft(answer.status, path).toBe(200);
        expect.soft(answer.headers.get('content-disposition'), path).toMatch(SAFE);
        expect(answer.headers.getSetCookie().join(), path).not.toContain('evil');
        expect.soft(answer.headers.get('x-content-type-options'), path).toMatch(/^nosniff\b/);
      }
    }
  });
});
