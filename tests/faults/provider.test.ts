import { expect, it } from 'vitest';

import { answerOf, type Behavior } from '../fakes/openai.ts';
import { query } from '../process/setup.ts';
import { signedUp, signedUpPeople } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Reported } from './chatting-user.ts';

const installation = openInstallation();

const HUGE_PIECE = 10 * 1024 * 1024;
/** Far more than an answer may have. */
const FLOOD: Behavior = { tokens: 100_000, chunkLength: 200, rate: 0 };

/** What a provider may do to an answer, and how the answer must end. */
const FAULTS: [string, Behavior, (reported: Reported) => void][] = [
  [
    'trickles, byte by byte',
    { tokens: 40, rate: 20, splitBytes: true, comments: true },
    (reported) => expect(reported).toMatchObject({ state: 'done', text: answerOf({ tokens: 40 }) }),
  ],
  [
    'says very much at once',
    { kind: 'huge', rate: 0 },
    (reported) => {
      expect(reported.state).toBe('done');
      expect(reported.text === answerOf({ kind: 'huge' })).toBe(true);
    },
  ],
  [
    'floods',
    FLOOD,
    (reported) => {
      expect(reported.state).toBe('failed');
      expect(reported.text.length).toBeGreaterThan(8_000_000);
      expect(reported.text.length).toBeLessThan(10_000_000);
      expect(answerOf(FLOOD).startsWith(reported.text)).toBe(true);
    },
  ],
  [
    'sends 10 MB in one piece',
    { tokens: 5, bigDelta: HUGE_PIECE },
    (reported) => {
      expect(reported.state).toBe('failed');
      expect(reported.text.startsWith('x'.repeat(HUGE_PIECE))).toBe(true);
    },
  ],
  [
    'sends bytes that are no UTF-8',
    { tokens: 20, invalidUtf8: true },
    (reported) =>
      expect(reported).toMatchObject({
        state: 'done',
        text: `<\ufffd(\ufffd>${answerOf({ tokens: 20 })}`,
      }),
  ],
  [
    'breaks off',
    { tokens: 40, breakAfter: 20, rate: 50 },
    (reported) =>
      expect(reported).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'ends without a reason',
    { tokens: 40, endAfter: 20 },
    (reported) =>
      expect(reported).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'reports an error in the middle',
    { tokens: 40, errorAfter: 20, error: { message: 'overloaded' } },
    (reported) =>
      expect(reported).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'is busy',
    { status: 429, retryAfter: 1, times: 1 },
    (reported) => expect(reported.state).toBe('done'),
  ],
  [
    'is down',
    { status: 503 },
    (reported) => expect(reported).toMatchObject({ state: 'failed', text: '' }),
  ],
  [
    'answers with a page',
    { rubbish: 'html' },
    (reported) => expect(reported).toMatchObject({ state: 'failed', text: '' }),
  ],
  [
    'keeps the connection open after the end',
    { tokens: 20, lingers: true },
    (reported) => expect(reported).toMatchObject({ state: 'done', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'lies about what was used',
    { tokens: 20, usage: 'rubbish' },
    (reported) => expect(reported).toMatchObject({ state: 'done', text: answerOf({ tokens: 20 }) }),
  ],
];

it('every provider fault ends its answer with an explanation, charged as far as it came, with all faults at once', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const people = await signedUpPeople(address, FAULTS.length);
  const reported = await Promise.all(FAULTS.map(([, behavior], at) => talk(people[at]!, behavior)));
  FAULTS.forEach(([name, , check], index) => {
    try {
      check(reported[index] as Reported);
    } catch (error) {
      throw new Error(`a provider that ${name}`, { cause: error });
    }
  });
  await expectSound(database.url);
  await expectStored(
    database.url,
    // Longer ones are not in their rows: overflow has its own tests.
    reported.filter(({ text }) => text.length < 500_000),
  );
  const reasons = await query(
    database.url,
    `SELECT id, error_reason AS reason FROM generations WHERE state = 'failed'`,
  );
  expect(reasons.length).toBeGreaterThan(0);
  // Each reason completes a sentence of the app.
  for (const { reason } of reasons) expect(reason).toMatch(/^[a-z0-9][\w ,’'-]{8,120}$/i);
  expect(app.stderr()).not.toContain('sk-test');
  await stop(app);
});

it('Stop ends an answer at once when the provider hangs, and keeps its text', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const person = await signedUp(address);
  installation.openAi.reset();
  const talking = talk(person, { tokens: 40, hangAfter: 20 });
  await expect.poll(() => installation.openAi.requests[0]?.sentTokens).toBe(20);
  const [answer] = await query(database.url, 'SELECT id FROM generations');
  const response = await person.fetch(`/api/generations/${String(answer?.id)}/stop`, {
    method: 'POST',
  });
  expect(response.status).toBeLessThan(300);
  const reported = await talking;
  expect(reported).toMatchObject({ state: 'stopped', text: answerOf({ tokens: 20 }) });
  await expectSound(database.url);
  await expectStored(database.url, [reported]);
  await expect.poll(() => installation.openAi.requests[0]?.abandoned).toBe(true);
  await stop(app);
});
