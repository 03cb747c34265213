import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { fakeAi } from '../setup/fake-ai.ts';
import type { UserScope } from '~/lib/scope';

const { endedText } = await import('./ended-text.ts');
const { createUser } = await import('../../factories/users.ts');
const { entriesOf, openAccount, setMetering } = await import('../billing/accounts.ts');
const {
  readAlong,
  readProgress,
  registerKind,
  requestText,
  stopGeneration,
  structuredFormat,
  textKind,
} = await import('~/engine/generation/index.server');
const { lastAttempt } = await import('~/engine/generation/structured/attempts');

registerKind('test-structured', textKind);

const format = structuredFormat(
  'test-form',
  z.object({ title: z.string().max(200), parts: z.array(z.object({ count: z.int().min(2) })) }),
);
const RIGHT = JSON.stringify({ title: 'Bread', parts: [{ count: 3 }] });
const WRONG = JSON.stringify({ title: 'Bread', parts: [{ count: 1 }] });

let user: { id: UserScope };
/** What a server turned out not to support is remembered by model. */
let models = 0;
const newModel = () => `test/model-${(models += 1)}`;

beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});
afterEach(() => setMetering('off'));

function request(model = newModel(), more: { userId?: UserScope; maxTokens?: number } = {}) {
  return requestText({
    userId: user.id,
    kind: 'test-structured',
    model,
    messages: [
      { role: 'system', content: 'You are brief.' },
      { role: 'user', content: 'Name a thing.' },
    ],
    promptTokens: 20,
    maxTokens: 500,
    temperature: 0.2,
    format,
    ...more,
  });
}

const ended = (id: string, userId = user.id) => endedText(userId, id);

const seen = () => fakeAi.requests.map(({ body }) => body);
const words = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);

test('a text in JSON is asked for by its schema, and one that fits is stored as it comes', async () => {
  const { id } = await request();
  const { text, state } = await ended(id);
  expect(state).toBe('done');
  // The fake answers any schema with a sample of it.
  expect(JSON.parse(text)).toEqual({ title: 'A sample.', parts: [] });
  const [{ response_format: asked }] = seen() as [ReturnType<typeof seen>[number]];
  expect(asked).toMatchObject({
    type: 'json_schema',
    json_schema: { name: 'test-form', strict: true },
  });
  expect(JSON.stringify(asked)).toContain('"additionalProperties":false');
  expect(JSON.stringify(asked), 'strict servers refuse it').not.toContain('maxLength');
});

test('an answer that doesn’t fit is written once more, with what is wrong, and both are charged', async () => {
  setMetering('allowance');
  const userId = await openAccount(new Date());
  fakeAi.script({ text: `Here you are:\n${WRONG}` }, { text: RIGHT });
  const { id } = await request(newModel(), { userId });
  const { text, state } = await ended(id, userId);

  expect(state).toBe('done');
  expect(text).toContain(WRONG);
  expect(JSON.parse(lastAttempt(text))).toEqual(JSON.parse(RIGHT));
  expect(await readProgress(userId, id)).toMatchObject({ state: 'done', text });
  const [first, second] = seen();
  expect(second!.messages.at(-2)).toMatchObject({ role: 'assistant' });
  expect(second!.messages.at(-1)!.content).toContain('parts[0].count');
  // Whatever ignored the schema gets it in the prompt.
  expect(second!.response_format).toBeUndefined();
  expect(second!.messages[0]!.content).toContain('"count"');

  const prompts = [...first!.messages, ...second!.messages].map(({ content }) => content);
  const tokens = words(prompts) + words([`Here you are:\n${WRONG}`, RIGHT]);
  const entries = await entriesOf(userId);
  expect(entries.filter(({ kind }) => kind === 'settle').map((entry) => entry.tokens)).toEqual([
    tokens,
  ]);
});

test('a second answer that doesn’t fit either is a failure in words, and there is no third', async () => {
  fakeAi.behave({ text: 'I would rather not.' });
  const { id } = await request();
  expect(await ended(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('invalid structure') as string,
  });
  expect(fakeAi.requests.length).toBe(2);
});

test.each([400, 404, 422] as const)(
  'a server that refuses the schema with %i gets it in the prompt, and is not asked by schema again',
  async (refusesSchema) => {
    const model = newModel();
    fakeAi.behave({ refusesSchema, text: RIGHT });
    const { text, state } = await ended((await request(model)).id);
    expect(state).toBe('done');
    expect(JSON.parse(text)).toEqual(JSON.parse(RIGHT));
    await ended((await request(model)).id);
    const [refused, first, second, ...more] = seen();
    expect(refused!.response_format).toBeDefined();
    for (const body of [first, second]) {
      expect(body!.response_format).toBeUndefined();
      expect(body!.messages[0]!.content).toMatch(/^You are brief\.\n\nAnswer with one JSON object/);
    }
    expect(more).toEqual([]);
  },
);

test('a named parameter that is refused is left out, too', async () => {
  fakeAi.behave({ refuses: ['response_format'], text: RIGHT });
  expect((await ended((await request()).id)).state).toBe('done');
  expect(fakeAi.requests.length).toBe(2);
});

test('an answer that breaks off is tried once more without giving up the schema', async () => {
  fakeAi.script({ text: RIGHT.slice(0, 20), finishReason: 'length' }, { text: RIGHT });
  const { text, state } = await ended((await request()).id);
  expect(state).toBe('done');
  expect(JSON.parse(lastAttempt(text))).toEqual(JSON.parse(RIGHT));
  expect(seen()[1]!.response_format).toBeDefined();
  expect(seen()[1]!.messages.at(-1)!.content).toContain('broke off');
});

test('of five megabytes of JSON, no more is kept and charged than the tokens that were asked for can be', async () => {
  setMetering('allowance');
  const userId = await openAccount(new Date());
  const flood = `{"title":"Bread","parts":[${'{"count": 3},'.repeat(400_000)}`;
  fakeAi.script({ text: flood, chunkLength: 100_000, usage: 'none' });
  const { id } = await request(newModel(), { userId });
  const { text, state } = await ended(id, userId);
  expect(state).toBe('failed');
  expect(text.length).toBe(500 * 16);
  // Its tokens are used up, so there is no second attempt.
  expect(seen()).toHaveLength(1);
  const [settled] = (await entriesOf(userId)).filter(({ kind }) => kind === 'settle');
  expect(settled!.tokens).toBeLessThan(5_000);
});

test('stopping the second attempt keeps what came, and charges for both', async () => {
  setMetering('allowance');
  const userId = await openAccount(new Date());
  fakeAi.script({ text: WRONG }, { text: `${RIGHT} and on and on`, holdAfter: 2, hold: 'never' });
  const { id } = await request(newModel(), { userId });
  let text = '';
  await new Promise<void>((resolve) => {
    readAlong(userId, id, 0, {
      text: (chunk) => {
        text += chunk;
        if (lastAttempt(text) !== text && lastAttempt(text) !== '') resolve();
      },
      end: () => resolve(),
    });
  });
  await stopGeneration(userId, id);
  const progress = await readProgress(userId, id);
  expect(progress).toMatchObject({ state: 'stopped' });
  expect(progress!.text).toContain(WRONG);
  const [settled] = (await entriesOf(userId)).filter(({ kind }) => kind === 'settle');
  const [first, second] = seen();
  // What the provider reported of the first, and an estimate of the second, whose prompt has the first in it.
  expect(settled!.tokens).toBeGreaterThan(
    words([...first!.messages, ...first!.messages].map(({ content }) => content)) + words([WRONG]),
  );
  expect(second).toBeDefined();
});

test('no second attempt is made beyond the tokens that were set aside', async () => {
  setMetering('allowance');
  const userId = await openAccount(new Date());
  const { sql } = await import('~/lib/db/index.server');
  await sql.query(`UPDATE billing_accounts SET trial_token = 650 WHERE user_id = $1::uuid`, [
    userId,
  ]);
  fakeAi.behave({ text: `${'never '.repeat(300)}` });
  const { id } = await request(newModel(), { userId });
  expect((await ended(id, userId)).state).toBe('failed');
  expect(fakeAi.requests.length).toBe(1);
});

test('a failure of the second attempt costs nothing beyond the first', async () => {
  setMetering('allowance');
  const userId = await openAccount(new Date());
  fakeAi.script({ text: WRONG }, { status: 401 });
  const { id } = await request(newModel(), { userId });
  expect(await ended(id, userId)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('admin') as string,
  });
  const [settled] = (await entriesOf(userId)).filter(({ kind }) => kind === 'settle');
  expect(settled!.tokens).toBe(words(['You are brief.', 'Name a thing.', WRONG]));
});
