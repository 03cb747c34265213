import { setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { query } from '../process/setup.ts';
import { signedUp, signedUpPeople, type SignedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Reported } from './chatting-user.ts';

const GONE_MS = 10_000;
const PEOPLE = 6;

const installation = openInstallation();

/** Several people, each in the middle of an answer. */
async function inMidAnswer(address: string, tokens: number) {
  const { openAi } = installation;
  openAi.reset();
  const people = await signedUpPeople(address, PEOPLE);
  const reported = Promise.all(people.map((person) => talk(person, { tokens, rate: 20 })));
  reported.catch(() => {
    // The tests await it.
  });
  const streaming = () => openAi.requests.filter(({ sentTokens }) => sentTokens > 10).length;
  await expect.poll(streaming).toBeGreaterThanOrEqual(PEOPLE);
  return { people, reported };
}

async function expectWhole(url: string, reported: readonly Reported[]) {
  await expectSound(url);
  await expectStored(url, reported);
  expect(reported.map(({ state }) => state)).toEqual(reported.map(() => 'done'));
}

/** Expects an explanation without internals while nothing works. */
async function expectExplanation(person: SignedUp) {
  const response = await person.fetch('/ai-lab');
  expect(response.status).toBeGreaterThanOrEqual(500);
  const text = await response.text();
  expect(text).toContain('</html>');
  expect(text).not.toMatch(/ECONNRE|not currently accepting|at .*\.js:\d+|postgres/i);
}

it('a database that is gone for ten seconds loses no message and no token', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { people, reported } = await inMidAnswer(address, 300);
  database.line.cut();
  await expectExplanation(people[0] as SignedUp);
  await wait(GONE_MS);
  database.line.restore();
  await expectWhole(database.url, await reported);
  await stop(app);
});

it('a database that is silent for ten seconds on open connections loses nothing', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { reported } = await inMidAnswer(address, 300);
  database.line.stall();
  await wait(GONE_MS);
  database.line.restore();
  await expectWhole(database.url, await reported);
  await stop(app);
});

it('a database that keeps dropping every connection loses nothing', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const { reported } = await inMidAnswer(address, 200);
  for (let time = 0; time < 5; time += 1) {
    database.line.drop();
    await wait(1_000);
  }
  await expectWhole(database.url, await reported);
  await stop(app);
});

it('a database that accepts no connections makes requests fail with an explanation, and they work afterwards', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const person = await signedUp(address);
  const name = new URL(database.url).pathname.slice(1);
  const server = new URL('/postgres', database.url).href;
  await query(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  // Existing connections are reset, so that new ones are needed.
  database.line.drop();
  await expectExplanation(person);
  await query(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  await expect.poll(async () => (await person.fetch('/ai-lab')).status).toBe(200);
  await expectSound(database.url);
  await stop(app);
});
