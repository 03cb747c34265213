import { beforeEach, expect, test } from 'vitest';

import '../setup/fake-ai.ts';
import type { UserScope } from '~/lib/scope';

const { createUser } = await import('../../factories/users.ts');
const {
  readAlong,
  readProgress,
  registerKind,
  requestText,
  stopGeneration,
  textKind,
  purgeGeneratedTexts,
} = await import('~/engine/generation/index.server');
const { getBalance } = await import('~/features/billing/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { sql } = await import('~/lib/db/index.server');

registerKind('test-text', textKind);

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

function request(content: string) {
  return requestText({
    userId: user.id,
    kind: 'test-text',
    model: 'openai/gpt-4o-mini',
    messages: [{ role: 'user', content }],
    promptTokens: 20,
    maxTokens: 500,
    temperature: 0.7,
  });
}

function ended(id: string): Promise<{ text: string; state: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text: (chunk) => (text += chunk),
      end: ({ state }) => resolve({ text, state }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

test('a requested text is written, stored, and charged', async () => {
  const { id } = await request('Write a line.');
  const { text, state } = await ended(id);

  expect(state).toBe('done');
  expect(text).not.toBe('');
  expect(await readProgress(user.id, id)).toEqual({ state: 'done', reason: null, text });
  const [generation] = await sql.query<{ usedTokens: number }>(
    `SELECT used_tokens FROM generations WHERE id = $1::uuid`,
    [id],
  );
  expect(generation!.usedTokens).toBeGreaterThan(0);
  expect((await getBalance(user.id, new Date())).totalTokensUsed).toBe(generation!.usedTokens);
});

test('a requested text can be read and stopped only by its owner', async () => {
  const { id } = await request(`Write on and on. ${marker({ tokens: 50_000, rate: 50 })}`);
  const other = await createUser();

  expect(await readProgress(other.id, id)).toBeNull();
  await expect(stopGeneration(other.id, id)).rejects.toMatchObject({ code: 'not-found' });
  await stopGeneration(user.id, id);
  expect((await readProgress(user.id, id))?.state).toBe('stopped');
});

test('a requested text is removed after a day, unless it is still being written', async () => {
  const { id } = await request('Write a line.');
  await ended(id);
  const { id: running } = await request(`Write on and on. ${marker({ tokens: 50_000, rate: 50 })}`);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);

  await purgeGeneratedTexts(new Date());
  expect(await readProgress(user.id, id)).not.toBeNull();

  await purgeGeneratedTexts(inTwoDays);
  expect(await readProgress(user.id, id)).toBeNull();
  expect(await readProgress(user.id, running)).not.toBeNull();
  await stopGeneration(user.id, running);
});
