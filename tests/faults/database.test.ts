import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/embedded.ts';
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { query, start, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';
import { expectSound, expectStored } from './invariants.ts';
import { openLine, type Line } from './line.ts';
import { talk, type Told } from './talker.ts';

const GONE_MS = 10_000;
const PEOPLE = 6;

let openAi: FakeOpenAi;
let postgres: EmbeddedPostgres;
const lines: Line[] = [];

beforeAll(async () => {
  openAi = await startFakeOpenAi();
  postgres = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
});
afterAll(async () => {
  for (const line of lines) await line.close();
  await postgres.stop();
  await openAi.close();
});

/** The app on a database of its own, which it reaches by the line alone. */
async function appOnLine(name: string, settings: Record<string, string> = {}) {
  await query(postgres.url, `CREATE DATABASE ${name}`);
  const direct = new URL(postgres.url);
  direct.pathname = `/${name}`;
  const line = await openLine(Number(direct.port));
  lines.push(line);
  const over = new URL(direct);
  over.port = String(line.port);
  const app = start({
    dataDir: temporaryDataDir(),
    settings: {
      DATABASE_URL: over.href,
      SESSION_SECRET,
      ENCRYPTION_KEY,
      OPENAI_BASE_URL: openAi.url,
      OPENAI_API_KEY: 'sk-test',
      METERING: 'allowance',
      RATE_LIMITS: 'false',
      ...settings,
    },
  });
  return { app, address: await app.ready, line, url: direct.href };
}

async function talkAll(
  address: string,
  tokens: number,
): Promise<{ told: Promise<Told[]>; people: SignedUp[] }> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signedUp(address)));
  const told = Promise.all(people.map((person) => talk(person, { tokens, rate: 20 })));
  told.catch(() => {
    // For the test that awaits it.
  });
  return { told, people };
}

async function end(app: AppProcess) {
  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
}

describe('the database', () => {
  it('is gone for ten seconds and comes back: no message and no token is lost', async () => {
    const { app, address, line, url } = await appOnLine('gone');
    const { told, people } = await talkAll(address, 300);
    await untilAsked(PEOPLE);
    line.cut();
    await expectWords(people[0] as SignedUp);
    await wait(GONE_MS);
    line.restore();
    await expectAllSound(url, await told);
    await end(app);
  });

  it('answers nothing for ten seconds, with its connections open', async () => {
    const { app, address, line, url } = await appOnLine('stalled');
    const { told } = await talkAll(address, 300);
    await untilAsked(PEOPLE);
    line.stall();
    await wait(GONE_MS);
    line.restore();
    await expectAllSound(url, await told);
    await end(app);
  });

  it('drops every connection, again and again', async () => {
    const { app, address, line, url } = await appOnLine('dropped');
    const { told } = await talkAll(address, 200);
    await untilAsked(PEOPLE);
    for (let time = 0; time < 5; time += 1) {
      line.drop();
      await wait(1_000);
    }
    await expectAllSound(url, await told);
    await end(app);
  });

  it('takes no connections: what is asked meanwhile is refused in words, and works afterwards', async () => {
    const { app, address, line, url } = await appOnLine('closed');
    const person = await signedUp(address);
    // The connections that are there are reset, so that new ones are wanted.
    await query(postgres.url, `ALTER DATABASE closed WITH ALLOW_CONNECTIONS false`);
    line.drop();
    const response = await person.fetch('/ai-lab');
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(await response.text()).not.toMatch(/not currently accepting|ECONN|postgres/i);
    await query(postgres.url, `ALTER DATABASE closed WITH ALLOW_CONNECTIONS true`);
    await expect
      .poll(async () => (await person.fetch('/ai-lab')).status, { timeout: 15_000 })
      .toBe(200);
    await expectSound(url);
    await end(app);
  });

  /** Whoever comes while nothing works gets a sentence, and no more than that. */
  async function expectWords(person: SignedUp) {
    const response = await person.fetch('/ai-lab');
    expect(response.status).toBeGreaterThanOrEqual(500);
    const text = await response.text();
    expect(text).toContain('</html>');
    expect(text).not.toMatch(/ECONNRE|at .*\.js:\d+|postgres/i);
  }

  async function untilAsked(count: number) {
    await expect
      .poll(() => openAi.requests.filter(({ sentTokens }) => sentTokens > 10).length, {
        timeout: 20_000,
      })
      .toBeGreaterThanOrEqual(count);
    openAi.requests.length = 0;
  }

  async function expectAllSound(url: string, told: readonly Told[]) {
    await expectSound(url);
    await expectStored(url, told);
    expect(told.map(({ state }) => state)).toEqual(told.map(() => 'done'));
  }
});
