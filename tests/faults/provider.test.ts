import { expect, it } from 'vitest';

import { answerOf, type Behavior } from '../fakes/openai.ts';
import { query } from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Reported } from './chatting-user.ts';

const installation = openInstallation();

const HUGE_PIECE = 10 * 1024 * 1024;
/** Far more than is kept of an answer. */
const FLOOD: Behavior = { tokens: 100_000, chunkLength: 200, rate: 0 };

/** What a provider may do to an answer, and how the answer has to end. */
const FAULTS: [string, Behavior, (told: Reported) => void][] = [
  [
    'trickles, byte by byte',
    { tokens: 40, rate: 20, splitBytes: true, comments: true },
    (told) => expect(told).toMatchObject({ state: 'done', text: answerOf({ tokens: 40 }) }),
  ],
  [
    'says very much at once',
    { kind: 'huge', rate: 0 },
    (told) => {
      expect(told.state).toBe('done');
      expect(told.text === answerOf({ kind: 'huge' })).toBe(true);
    },
  ],
  [
    'floods',
    FLOOD,
    (told) => {
      expect(told.state).toBe('failed');
      expect(told.text.length).toBeGreaterThan(8_000_000);
      expect(told.text.length).toBeLessThan(10_000_000);
      expect(answerOf(FLOOD).startsWith(told.text)).toBe(true);
    },
  ],
  [
    'sends 10 MB in one piece',
    { tokens: 5, bigDelta: HUGE_PIECE },
    (told) => {
      expect(told.state).toBe('failed');
      expect(told.text.startsWith('x'.repeat(HUGE_PIECE))).toBe(true);
    },
  ],
  [
    'sends bytes that are no UTF-8',
    { tokens: 20, invalidUtf8: true },
    (told) =>
      expect(told).toMatchObject({
        state: 'done',
        text: `<\ufffd(\ufffd>${answerOf({ tokens: 20 })}`,
      }),
  ],
  [
    'breaks off',
    { tokens: 40, breakAfter: 20, rate: 50 },
    (told) => expect(told).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'ends without a reason',
    { tokens: 40, endAfter: 20 },
    (told) => expect(told).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'reports an error in the middle',
    { tokens: 40, errorAfter: 20, error: { message: 'overloaded' } },
    (told) => expect(told).toMatchObject({ state: 'failed', text: answerOf({ tokens: 20 }) }),
  ],
  ['is busy', { status: 429, retryAfter: 1, times: 1 }, (told) => expect(told.state).toBe('done')],
  ['is down', { status: 503 }, (told) => expect(told).toMatchObject({ state: 'failed', text: '' })],
  [
    'answers with a page',
    { rubbish: 'html' },
    (told) => expect(told).toMatchObject({ state: 'failed', text: '' }),
  ],
  [
    'keeps the connection open after the end',
    { tokens: 20, lingers: true },
    (told) => expect(told).toMatchObject({ state: 'done', text: answerOf({ tokens: 20 }) }),
  ],
  [
    'lies about what was used',
    { tokens: 20, usage: 'rubbish' },
    (told) => expect(told).toMatchObject({ state: 'done', text: answerOf({ tokens: 20 }) }),
  ],
];

it('a provider does its worst, all at once: each answer ends, in words, and is paid for as far as it came', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const told = await Promise.all(
    FAULTS.map(async ([, behavior]) => talk(await signedUp(address), behavior)),
  );
  FAULTS.forEach(([name, , check], index) => {
    try {
      check(told[index] as Reported);
    } catch (error) {
      throw new Error(`a provider that ${name}`, { cause: error });
    }
  });
  await expectSound(database.url);
  await expectStored(
    database.url,
    // Longer ones have left their rows: overflow has its own tests.
    told.filter(({ text }) => text.length < 500_000),
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

it('a provider hangs: Stop ends the answer at once, and what came stays', async () => {
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
  const told = await talking;
  expect(told).toMatchObject({ state: 'stopped', text: answerOf({ tokens: 20 }) });
  await expectSound(database.url);
  await expectStored(database.url, [told]);
  await expect.poll(() => installation.openAi.requests[0]?.abandoned).toBe(true);
  await stop(app);
});
