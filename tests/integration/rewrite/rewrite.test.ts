import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { openAccount, setMetering } = await import('../billing/accounts.ts');
const { startRewrite } = await import('~/features/copywriting/rewrite/start-rewrite.server');
const { readSelection } = await import('~/features/copywriting/rewrite/start-rewrite.server');
const { readAlong, readProgress, stopGeneration } =
  await import('~/engine/generation/index.server');
const { getBalance } = await import('~/features/billing/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});
afterEach(() => setMetering('off'));

const request = (more: object = {}) =>
  readSelection({ text: 'We bake bread.', action: 'rewrite', ...more });

function ended(id: string): Promise<{ text: string; state: string; reason: string | null }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text: (part) => (text += part),
      end: ({ state, reason }) => resolve({ text, state, reason }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

function lastPrompt(): { role: string; content: string }[] {
  const [last] = fakeAi.requests.slice(-1);
  return last!.body.messages as { role: string; content: string }[];
}

test('selected text is rewritten with its surroundings and the brand in the prompt, and charged', async () => {
  const brandStory = await createComponent(user, 'brandStory', { brandVoice: 'Dry humour.' });
  const { id: profileId } = await createProfile(user, { brandStory });
  const answer = marker({ text: 'Bread is what we do.' });
  const { id } = await startRewrite(
    user.id,
    request({ before: 'Who we are: ', after: ' Come by.', note: answer, profileId }),
  );

  expect(await ended(id)).toEqual({ text: 'Bread is what we do.', state: 'done', reason: null });
  const [system, question] = lastPrompt();
  expect(system!.content).toContain('> Dry humour.');
  expect(question!.content).toContain('> We bake bread.');
  expect(question!.content).toContain('> Who we are:');
  expect(question!.content).toContain('>  Come by.');
  expect((await getBalance(user.id, new Date())).totalTokensUsed).toBeGreaterThan(0);
});

test('a rewrite can’t use another user’s brand, nor be read or stopped by another user', async () => {
  const stranger = await createUser();
  const { id: profileId } = await createProfile(stranger);
  for (const id of [profileId, newId()]) {
    await expect(startRewrite(user.id, request({ profileId: id }))).rejects.toMatchObject({
      code: 'not-found',
    });
  }
  const note = marker({ tokens: 50_000, rate: 50 });
  const { id } = await startRewrite(user.id, request({ note }));
  expect(await readProgress(stranger.id, id)).toBeNull();
  await expect(stopGeneration(stranger.id, id)).rejects.toMatchObject({ code: 'not-found' });
  await stopGeneration(user.id, id);
  expect((await readProgress(user.id, id))?.state).toBe('stopped');
});

test('a rewrite whose provider fails keeps its text so far, and says why', async () => {
  const note = marker({ text: 'Bread is what we do.', errorAfter: 2 });
  const { id } = await startRewrite(user.id, request({ note }));
  const { text, state, reason } = await ended(id);
  expect(state).toBe('failed');
  expect(text).toBe('Bread is');
  expect(reason).toMatch(/\w/);
  expect(await readProgress(user.id, id)).toEqual({ state, reason, text });
});

test('a rewrite without tokens sends no request, and the refusal says what helps', async () => {
  setMetering('allowance');
  const broke = await openAccount(new Date('2020-01-01'));
  const asked = fakeAi.requests.length;
  await expect(startRewrite(broke, request())).rejects.toMatchObject({
    code: 'out-of-tokens',
    userMessage: expect.stringMatching(/Ask your admin/) as string,
  });
  expect(fakeAi.requests.length).toBe(asked);
});

describe('the request for a rewrite', () => {
  test.each([
    [{ text: '' }, /Select some text/],
    [{ text: ' \n\t' }, /Select some text/],
    [{ text: 'x'.repeat(20_001) }, /up to 20,000/],
    [{ action: 'tone' }, /Add a tone/],
    [{ action: 'translate', language: ' ' }, /Add a language/],
    [{ action: 'instruct', note: ' ' }, /Say what to change/],
    [{ note: 'x'.repeat(1_001) }, /too long/],
    [{ action: 'sing' }, /couldn’t understand this request/],
    [{ formatId: 'tweet' }, /couldn’t understand this request/],
    [{ profileId: 'x' }, /couldn’t understand this request/],
  ])('is refused with the reason when it is invalid (%#)', (more, reason) => {
    expect(() => request(more)).toThrow(reason);
  });

  test('keeps only the nearest surroundings, without characters that can’t be stored', () => {
    const parsed = request({
      text: 'Bread\0\ud800',
      before: `${'a'.repeat(3_000)}b`,
      after: `c${'d'.repeat(3_000)}`,
    });
    expect(parsed.text).toBe('Bread\ufffd');
    expect(parsed.before).toBe(`${'a'.repeat(1_999)}b`);
    expect(parsed.after).toBe(`c${'d'.repeat(1_999)}`);
  });

  test.each([[null], ['x'], [[]]])('is refused if its body is %j', (body) => {
    expect(() => readSelection(body)).toThrow(/couldn’t understand this request/);
  });
});
