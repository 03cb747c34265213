import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startApp, type AppProcess } from '../harness/app-process.ts';
import { REMIX } from '../harness/route-access.ts';
import { listRoutes } from '../harness/route-inventory.ts';
import { freePort, installedDataDir } from '../process/setup.ts';
import { signedUp, visitor, type Visitor } from '../process/visitor.ts';

/**
 * A form's field names become keys of an object, which a refusal sends back, encoded by single fetch. Deep and
 * wide objects must take time in proportion to their length, and must not come back longer than they were.
 */
const AT_ONCE = 2;
/** A request that takes longer has hung. */
const HANG_MS = 240_000;
const KILOBYTES = 15;
const form = 'application/x-www-form-urlencoded';

let app: AppProcess;
let people: Visitor[];

beforeAll(async () => {
  app = await startApp({
    dataDir: await installedDataDir(),
    port: await freePort(),
    env: { DATABASE_URL: '', RATE_LIMITS: 'false' },
  });
  people = [visitor(app.url), await signedUp(app.url)];
});

afterAll(() => app?.stop());

/** One of each kind, in kilobytes; below any form's limit, so that it's parsed. */
function bodies(kilobytes: number): Record<string, { type: string; body: string }> {
  const size = kilobytes * 1_000;
  const fill = (unit: (at: number) => string) => {
    let text = '';
    for (let at = 0; text.length < size; at += 1) text += unit(at);
    return text;
  };
  const json = (body: string) => ({ type: 'application/json', body });
  const depth = Math.floor(size / 6);
  return {
    'names nested by dots': { type: form, body: `a${fill(() => '.b')}=x` },
    'names nested by brackets': { type: form, body: `email${'[a]'.repeat(size / 3)}=x` },
    'names nested by numbers': { type: form, body: `email${'[0]'.repeat(size / 3)}=x` },
    'a far index': { type: form, body: 'email[4294967294]=x&email[999999999]=y&code[1e9]=z' },
    'many names': { type: form, body: fill((at) => `f${at}=&`) },
    'one name many times': { type: form, body: fill(() => 'email=a&') },
    'many nested names': { type: form, body: fill((at) => `email[${at}].a=&`) },
    'names of prototypes': {
      type: form,
      body: '__proto__.x=1&constructor.prototype.x=1&a.__proto__.b=1',
    },
    'a long value': { type: form, body: `email=${'x'.repeat(size)}&password=${'y'.repeat(10)}` },
    'deep JSON': json(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    'deep lists': json(`${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
    'wide JSON': json(`{${fill((at) => `"f${at}":${at},`)}"z":1}`),
    'a wide list': json(`[${fill(() => '{},')}1]`),
  };
}

const searches = (kilobytes: number): Record<string, string> => ({
  'many parameters': Array.from({ length: kilobytes * 100 }, (_, at) => `f${at}=x`).join('&'),
  'one parameter many times': Array.from({ length: kilobytes * 60 }, () => 'redirectTo=/a').join(
    '&',
  ),
  'nested parameters': `q${'[a]'.repeat(kilobytes * 300)}=x&cursor=${'['.repeat(1_000)}`,
});

interface Asked {
  name: string;
  path: string;
  person: Visitor;
  init?: RequestInit;
  sent: number;
}

async function everything(): Promise<Asked[]> {
  const { remix } = await listRoutes();
  const asked: Asked[] = [];
  for (const { id, path: pattern, loader, action, page, index } of remix) {
    const declaration = REMIX[id];
    if (pattern === undefined || !declaration || id === '/auth/logout') continue;
    const path = pattern.replace(/:\w+/g, () => randomUUID()).replace('*', 'no-such-thing');
    const data = path === '/' ? '/_root.data' : `${path}.data`;
    for (const [at, person] of people.entries()) {
      // All headers together may have 16 KB.
      if (loader) {
        for (const [name, query] of Object.entries(searches(10))) {
          for (const address of [data, path]) {
            const about = `GET ${address} with ${name} as ${at}`;
            asked.push({ name: about, path: `${address}?${query}`, person, sent: query.length });
          }
        }
      }
      if (!action) continue;
      const query = [index ? 'index' : '', declaration.query ?? ''].filter(Boolean).join('&');
      for (const [name, { type, body }] of Object.entries(bodies(KILOBYTES))) {
        // Pages don't read JSON.
        if (page && type !== form) continue;
        for (const method of declaration.methods ?? ['POST']) {
          for (const address of page ? [data, path] : [path]) {
            const init = { method, body, headers: { 'Content-Type': type } };
            const about = `${method} ${address} with ${name} as ${at}`;
            asked.push({
              name: about,
              path: `${address}?${query}`,
              person,
              init,
              sent: body.length,
            });
          }
        }
      }
    }
  }
  return asked;
}

it('answers deep and wide reflected input without a 5xx and without growing it', async () => {
  const all = await everything();
  expect(all.some(({ path }) => path.startsWith('/auth/login.data'))).toBe(true);
  const plain = new Map<string, Promise<number>>();
  /** The page's length when nothing was sent. */
  const plainLength = (person: Visitor, path: string) => {
    const key = `${people.indexOf(person)} ${path}`;
    const known = plain.get(key) ?? person.fetch(path).then(async (r) => (await r.text()).length);
    plain.set(key, known);
    return known;
  };
  const failures: string[] = [];
  const left = all.values();
  const work = async () => {
    for (const { name, path, person, init, sent } of left) {
      const signal = AbortSignal.timeout(HANG_MS);
      const response = await person
        .fetch(path, { ...init, signal })
        .catch((error: unknown) => error);
      if (!(response instanceof Response)) {
        failures.push(`${String(response)}: ${name}`);
        continue;
      }
      const isStream = response.headers.get('content-type')?.includes('event-stream');
      if (isStream) await response.body?.cancel();
      const { length } = isStream ? '' : await response.text();
      if (response.status >= 500 && response.status !== 503)
        failures.push(`${response.status}: ${name}`);
      const usual = await plainLength(person, path.split('?', 1)[0] ?? '');
      // The page for setting up two-factor sign-in has a QR code of about 20 KB.
      if (length > usual + 6 * sent + 30_000) failures.push(`${length} of ${sent} bytes: ${name}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failures).toEqual([]);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(app.log()).not.toMatch(/"level":[56]0|an error that nothing caught|RangeError/);
});
