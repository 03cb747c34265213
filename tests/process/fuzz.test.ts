import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

import { io, type Socket } from 'socket.io-client';
import { expect, it } from 'vitest';

import { run, NODE, installedDataDir, type AppProcess } from './setup.ts';
import { signedUp, visitor, type SignedUp } from './visitor.ts';

const AT_ONCE = 6;
const LONG = 'x'.repeat(30_000);
const DEEP = '['.repeat(20_000);

interface ManifestRoute {
  path?: string;
  parentId?: string;
}

/** Every address in the build's browser manifest. */
function addresses(): string[] {
  const directory = 'build/client/assets';
  const file = readdirSync(directory).find((name) => name.startsWith('manifest-')) ?? '';
  const script = readFileSync(`${directory}/${file}`, 'utf8');
  const json = script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1);
  const { routes } = JSON.parse(json) as { routes: Record<string, ManifestRoute> };
  const paths = Object.values(routes).map((route) => {
    const parts: string[] = [];
    for (let at: ManifestRoute | undefined = route; at; at = routes[at.parentId ?? '']) {
      if (at.path) parts.unshift(at.path);
    }
    return `/${parts.join('/')}`;
  });
  return [...new Set(paths)];
}

const ODD_PARAMETERS = [
  randomUUID(),
  'x',
  '%00',
  '%0A%0D',
  '%ED%A0%80',
  '%E0%A4%A',
  '..%2f..%2fetc',
  '%25%32%65',
  "';--",
  '%F0%9F%8D%9E',
  'x'.repeat(6_000),
];

const ODD_QUERIES = [
  '?_routes=root,features/site/shell/routes/app-layout,%00,nonsense',
  '?index',
  '?cursor=%00&offset=-1&redirectTo=%2F%2Fevil.example&code=%00&invitation=%00',
  '?cursor=e30&offset=1e999&redirectTo=javascript:1&code[]=a&code=b',
  `?cursor=${Buffer.from('["\\u0000",{}]').toString('base64url')}&offset=NaN&redirectTo=%E0%A4%A`,
  '?before=8640000000000000.%00&kind=%00&loraId=x&from=0000-01-01T00:00:00Z&size=1e9',
  `?before=-8640000000000000.${randomUUID()}&to=9999-12-31T23:59:59%2B23:59&profileId=%00`,
  `?code=${'x'.repeat(6_000)}`,
  '?%',
];

/** Odd values for a field. */
const ODD_VALUES: unknown[] = [
  null,
  true,
  -1,
  1e308,
  [],
  {},
  [{}],
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  LONG,
  { toString: 1 },
];

const FIELDS = [
  'conversationId',
  'content',
  'clientKey',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'firstName',
  'lastName',
  'timeZone',
  'code',
];

/** Addresses that read some of these fields. */
const READS_FIELDS =
  /^\/(auth|api\/(account|admin\/invitations|briefs|chat|e?mail|media\/(images|jobs|videos)|pieces|saved-content|tools))\b/;

const GOOD = {
  conversationId: null,
  content: 'Hello',
  email: 'tina@example.com',
  password: 'correct horse battery',
  firstName: 'Tina',
  lastName: 'Baker',
};

interface Body {
  type?: string;
  body: string | Uint8Array<ArrayBuffer>;
}

function bodies(): Body[] {
  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data; boundary=b';
  const typed = FIELDS.flatMap((field) =>
    ODD_VALUES.map((value) => ({
      type: json,
      body: JSON.stringify({ ...GOOD, clientKey: randomUUID(), [field]: value }),
    })),
  );
  const filled = FIELDS.flatMap((field) =>
    ['a\0b', LONG].map((value) => ({
      type: form,
      body: new URLSearchParams({ ...GOOD, conversationId: 'x', [field]: value }).toString(),
    })),
  );
  return [
    ...['', 'null', '[]', '"x"', '1', '{', DEEP, '{"__proto__":{"x":1}}', '{"constructor":1}'].map(
      (body) => ({ type: json, body }),
    ),
    { type: json, body: new Uint8Array(randomBytes(1_000)) },
    { type: `${json}; charset=utf-7`, body: '{}' },
    { type: form, body: '%' },
    { type: form, body: '%00=%ff&a[b][c]=1&&&===' },
    { type: form, body: 'email=%ED%A0%80&password=%00' },
    { type: form, body: 'a=1&'.repeat(50_000) },
    { type: 'multipart/form-data', body: 'no boundary' },
    {
      type: multipart,
      body: '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nbroken off',
    },
    {
      type: multipart,
      body: '--b\r\nContent-Disposition: form-data; name="email"; filename="x"\r\n\r\nx\r\n--b--',
    },
    {
      type: multipart,
      body: `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(20_000)}"\r\n\r\n\r\n--b--`,
    },
    { type: 'text/turbo-stream', body: '[{"_1":1}]' },
    { type: '\u00ff/;;', body: 'x' },
    { body: new Uint8Array(randomBytes(5_000)) },
    { type: json, body: 'x'.repeat(2_500_000) },
    ...typed,
    ...filled,
  ];
}

let failures: string[];
let app: AppProcess;
let address: string;

/** Sends all requests, a few at a time, and records those that got a 5xx or no answer. */
async function sendAll(requests: (() => [string, Promise<Response>])[]): Promise<void> {
  const left = [...requests];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, answer] = next();
      try {
        // A kept-alive connection may close just when it is reused: try again on another one.
        const response = await answer.catch((error: unknown) => {
          if (!isReset(error)) throw error;
          return next()[1];
        });
        // An answer of the assistant can take any time.
        if (response.headers.get('content-type')?.includes('event-stream'))
          await response.body?.cancel();
        else await response.arrayBuffer();
        if (response.status >= 500) failures.push(`${response.status}: ${name}`);
      } catch (error) {
        failures.push(`${String((error as Error).cause ?? error)}: ${name}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function isReset(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET';
}

async function expectSound(): Promise<void> {
  // First, because a process that ended for this reason answers nothing afterwards.
  expect(app.stderr()).not.toContain('because of an unexpected error');
  expect(failures).toEqual([]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  // The sender's mistakes must not be logged as errors.
  const errors = app
    .stdout()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  expect(errors.slice(0, 5)).toEqual([]);
}

it('answers nothing with a 5xx and stays up, whatever is sent to any address', async () => {
  failures = [];
  app = run([NODE, 'server/index.ts'], {
    dataDir: await installedDataDir(),
    settings: { LOG_LEVEL: 'info', RATE_LIMITS: 'false', NODE_ENV: 'production' },
  });
  address = await app.ready;
  const tina = await signedUp(address);
  const people = [tina, visitor(address)];
  const paths = addresses();
  expect(paths.length).toBeGreaterThan(25);

  // Reads: odd parameters and queries, for pages and their data.
  await sendAll(
    paths.flatMap((pattern) => {
      const filled = pattern.includes(':')
        ? ODD_PARAMETERS.map((odd) => pattern.replace(/:\w+/g, odd))
        : [pattern.replace('*', 'odd/page')];
      // A route reads its query whatever its path contains.
      const wanted = filled.flatMap((path, at) =>
        at === 0 ? [path, ...ODD_QUERIES.map((query) => path + query)] : [path],
      );
      return wanted
        .filter((path) => !path.startsWith('/auth/logout'))
        .flatMap((path, at) => {
          const asData = at % 2 ? path.replace(/(\?|$)/, '.data$1') : path;
          const person = people[at % 3 === 0 ? 1 : 0]!;
          return () =>
            [`GET ${asData.slice(0, 200)}`, person.fetch(asData)] as [string, Promise<Response>];
        });
    }),
  );
  await expectSound();

  // Other methods without a body.
  await sendAll(
    paths.flatMap((pattern) =>
      ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND'].map((method) => () => {
        const path = pattern.replace(/:\w+/g, randomUUID()).replace('*', 'odd');
        const person = path === '/auth/logout' ? people[1]! : tina;
        return [`${method} ${path}`, person.fetch(path, { method })] as [string, Promise<Response>];
      }),
    ),
  );
  await expectSound();

  // Every body to every address that may take one.
  const all = bodies();
  // The bodies before those with one odd field.
  const broken = all.length - FIELDS.length * (ODD_VALUES.length + 2);
  const takers = paths.filter(
    (path) => /^\/(api|auth)\//.test(path) && path !== '/auth/logout' && !path.includes('*'),
  );
  expect(takers.length).toBeGreaterThan(8);
  await sendAll(
    takers.flatMap((pattern, taker) =>
      all
        // Large bodies are treated the same everywhere, and odd values of single fields nearly so, above all where
        // they aren't read.
        .filter(
          ({ type, body }, at) =>
            (at < broken || (at - taker) % (READS_FIELDS.test(pattern) ? 2 : 8) === 0) &&
            // Form routes ignore fields in JSON, so only form bodies are worth their time.
            (pattern.startsWith('/api/')
              ? true
              : type !== 'application/json' || body.length < 50) &&
            (body.length < 50_000 || at % takers.length === taker),
        )
        .map(({ type, body }, at) => () => {
          const path = pattern.replace(/:\w+/g, randomUUID()) + (at % 7 === 0 ? '.data' : '');
          const headers: Record<string, string> = type ? { 'content-type': type } : {};
          // A password change would end the session.
          const person = at % 5 === 0 ? people[1]! : tina;
          const shown = typeof body === 'string' ? body.slice(0, 200) : 'bytes';
          const answer = person.fetch(path, { method: 'POST', headers, body });
          return [`POST ${path} ${type ?? ''} ${shown}`, answer] as [string, Promise<Response>];
        }),
    ),
  );
  await expectSound();

  await oddBytes();
  await oddHeaders(tina);
  await oddEvents(tina);
  await expectSound();
});

/** Bytes that no client library would send. */
async function oddBytes(): Promise<void> {
  const lines = [
    'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /auth/login HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET /auth/login HTTP/1.1\r\nHost: \r\n\r\n',
    'GET /auth/login HTTP/1.0\r\n\r\n',
    'GET /\\..\\.. HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /assets/..%2f..%2fserver/index.js HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /assets/%00 HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab',
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'POST /api/chat/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nContent-Encoding: gzip\r\n\r\n0123456789',
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'c'.repeat(20_000)}\r\n\r\n`,
    '\0\0\0\0',
  ];
  const { port } = new URL(address);
  for (const line of lines) {
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(line));
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
    if (/^HTTP\/1\.1 5/.test(answer)) failures.push(`${answer.slice(0, 40)}: ${line}`);
  }
}

async function oddHeaders(tina: SignedUp): Promise<void> {
  const odd: Record<string, string>[] = [
    { cookie: '=;;;%00;brandwright_session' },
    { cookie: `brandwright_session=${'a'.repeat(40)}` },
    { cookie: 'brandwright_session=%E0%A4%A' },
    { 'user-agent': '\u00ff\u00fe' },
    { 'user-agent': 'x'.repeat(8_000) },
    { 'x-request-id': '../../etc', 'x-forwarded-for': 'nonsense, %00', 'x-forwarded-host': 'a b' },
    { range: 'bytes=99999999999-1' },
    { 'if-none-match': '"' },
    { 'if-modified-since': 'yesterday' },
    { 'accept-encoding': 'nonsense;q=x' },
    { 'accept-language': '%00' },
    { origin: 'null' },
    { origin: 'http://[' },
    { referer: 'http://[' },
    { purpose: 'prefetch', 'x-remix-revalidate': '\u00ff' },
  ];
  const paths = [
    '/auth/login',
    '/',
    '/favicon.svg',
    '/ai-lab',
    '/socket.io/?EIO=4&transport=polling',
  ];
  await sendAll(
    odd.flatMap((headers) =>
      paths.flatMap((path) =>
        ['GET', 'POST'].map((method) => () => {
          const own = method === 'POST' ? { ...headers } : headers;
          const answer = fetch(address + path, { method, headers: own, redirect: 'manual' });
          return [`${method} ${path} ${JSON.stringify(headers)}`, answer] as [
            string,
            Promise<Response>,
          ];
        }),
      ),
    ),
  );
  // Signing in stores the user agent.
  const signIn = (agent: string) =>
    visitor(address).fetch('/auth/login', {
      method: 'POST',
      headers: { 'user-agent': agent },
      body: new URLSearchParams({ email: tina.email, password: tina.password, timeZone: '\0' }),
    });
  await sendAll(
    ['\u00ff', 'a\tb', 'x'.repeat(5_000)].map((agent) => () => [
      `sign-in as ${agent.slice(0, 20)}`,
      signIn(agent),
    ]),
  );
}

const connected = (cookie: string) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { cookie, origin: address },
    });
    socket.once('hello', () => resolve(socket));
    socket.once('connect_error', reject);
  });

async function oddEvents(tina: SignedUp): Promise<void> {
  const values = [
    ...ODD_VALUES,
    undefined,
    randomBytes(100),
    { id: {}, offset: 'x' },
    { id: '\0', offset: -1 },
  ];
  const socket = await connected(tina.cookie());
  for (const event of [
    'watch',
    'unwatch',
    'tell',
    'hello',
    'signed-out',
    'changes',
    'delta',
    'no-such',
    '',
    '__proto__',
  ]) {
    for (const value of values) {
      if (value === LONG) continue;
      socket.emit(event, value);
      socket.emit(event, value, () => {});
      socket.emit(event);
      socket.emit(event, () => {});
      socket.emit(event, ...[1, 2, 3].map(() => value));
      socket.emit(event, { id: randomUUID(), offset: value }, () => {});
      socket.emit(event, { id: value, offset: 0 }, () => {});
    }
  }
  // The same connection still answers.
  const answer = await socket.timeout(10_000).emitWithAck('watch', { id: randomUUID(), offset: 0 });
  expect(answer).toBeNull();
  socket.disconnect();

  // A message that is too long ends its own connection only.
  const loud = await connected(tina.cookie());
  const cut = new Promise<string>((resolve) => loud.once('disconnect', resolve));
  loud.emit('watch', 'x'.repeat(100_000));
  expect(await cut).toMatch(/transport/);

  // Invalid frames.
  const polling = `${address}/socket.io/?EIO=4&transport=polling`;
  const headers = { cookie: tina.cookie(), origin: address };
  await sendAll(
    [
      '',
      '9',
      '4',
      '40{',
      '42[',
      '42["watch"',
      '42{}',
      '451-["x"]',
      '452["__proto__",{"_placeholder":true,"num":9}]',
      '4'.repeat(70_000),
      '\u001e\u001e',
      'bAAAA',
    ].map((body) => () => [
      `frame ${body.slice(0, 40)}`,
      (async () => {
        const opened = await (await fetch(polling, { headers })).text();
        const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
        await (
          await fetch(`${polling}&sid=${sid}`, { method: 'POST', headers, body: '40' })
        ).text();
        return fetch(`${polling}&sid=${sid}`, { method: 'POST', headers, body });
      })(),
    ]),
  );
  await sendAll(
    [
      '?EIO=4',
      '?EIO=3&transport=polling',
      '?EIO=4&transport=nonsense',
      '?EIO=4&transport=polling&sid=%00',
      '',
    ].map((query) => () => [
      `socket.io${query}`,
      fetch(`${address}/socket.io/${query}`, { headers }),
    ]),
  );
}
