import { setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { query } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Reported } from './chatting-user.ts';

const GONE_MS = 10_000;
const PEOPLE = 6;

const installation = openInstallation();

/** Some people, each in the middle of an answer. */
async function inMidAnswer(address: string, tokens: number) {
  const { openAi } = installation;
  openAi.reset();
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signedUp(address)));
  const told = Promise.all(people.map((person) => talk(person, { tokens, rate: 20 })));
  told.catch(() => {
    // For the test that awaits it.
  });
  const streaming = () => openAi.requests.filter(({ sentTokens }) => sentTokens > 10).length;
  await expect.poll(streaming).toBeGreaterThanOrEqual(PEOPLE);
  return { people, told };
}

async function expectWhole(url: string, told: readonly Reported[]) {
  await expectSound(url);
  await expectStored(url, told);
  expect(told.map(({ state }) => state)).toEqual(told.map(() => 'done'));
}

/** Whoever comes while nothing works gets a sentence, and no more than that. */
async function expectWords(person: SignedUp) {
  const response = await person.fetch('/ai-lab');
  expect(response.status).toBeGreaterThanOrEqual(500);
  const text = await response.text();
  expect(text).toContain('</html>');
  expect(text).not.toMatch(/ECONNRE|not currently accepting|at .*\.js:\d+|postgres/i);
}

it('gone for ten seconds and back: no message and no token is lost', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { people, told } = await inMidAnswer(address, 300);
  database.line.cut();
  await expectWords(people[0] as SignedUp);
  await wait(GONE_MS);
  database.line.restore();
  await expectWhole(database.url, await told);
  await stop(app);
});

it('silent for ten seconds, with its connections open', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { told } = await inMidAnswer(address, 300);
  database.line.stall();
  await wait(GONE_MS);
  database.line.restore();
  await expectWhole(database.url, await told);
  await stop(app);
});

it('every connection is dropped, again and again', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { told } = await inMidAnswer(address, 200);
  for (let time = 0; time < 5; time += 1) {
    database.line.drop();
    await wait(1_000);
  }
  await expectWhole(database.url, await told);
  await stop(app);
});

it('takes no connections: what is asked meanwhile is refused in words, and works afterwards', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const person = await signedUp(address);
  const name = new URL(database.url).pathname.slice(1);
  const server = new URL('/postgres', database.url).href;
  await query(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  // The connections that are there are reset, so that new ones are wanted.
  database.line.drop();
  await expectWords(person);
  await query(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  await expect.poll(async () => (await person.fetch('/ai-lab')).status).toBe(200);
  await expectSound(database.url);
  await stop(app);
});
