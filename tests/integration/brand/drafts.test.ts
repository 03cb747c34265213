import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createProfile } = await import('../../factories/profiles.ts');
const { createUser } = await import('../../factories/users.ts');
const { marker } = await import('../../fakes/openai.ts');
const { getBalance } = await import('~/features/billing/index.server');
const { readAlong, stopGeneration, purgeGeneratedTexts } =
  await import('~/engine/generation/index.server');
const { MAX_ABOUT } = await import('~/features/brand/drafting/draft');
const { continueDraft, draftTerms, readProposal, requestDraft } =
  await import('~/features/brand/drafting/draft-actions.server');
const { deleteProfile } = await import('~/features/brand/profiles/delete-profile.server');
const { draftRequest } = await import('~/features/brand/schema');
const { input } = await import('~/http/input.server');
const { setMetering } = await import('../billing/accounts.ts');
const { prisma } = await import('~/lib/db/index.server');
const { newId } = await import('~/lib/ids.server');

const GONE = { code: 'not-found' };

let user: { id: UserScope };
let stranger: { id: UserScope };
let profile: { id: string };
beforeEach(async () => {
  user = await createUser();
  stranger = await createUser();
  profile = await createProfile(user);
});

function ask(about: string, { samples = [] as string[], clientKey = randomUUID() } = {}) {
  return requestDraft(user.id, profile.id, { about, samples, clientKey });
}

/** Material to which the fake model answers this text. */
const answering = (text: string, more = {}) => `We bake. ${marker({ text, ...more })}`;

function ended(id: string): Promise<string> {
  return new Promise((resolve) => {
    const leave = readAlong(user.id, id, 0, { text: () => {}, end: ({ state }) => resolve(state) });
    if (!leave) resolve('over');
  });
}

const count = async () => {
  const where = { userId: user.id };
  return {
    texts: await prisma.generatedText.count({ where }),
    drafts: await prisma.profileDraft.count({ where }),
    runs: await prisma.generation.count({ where }),
  };
};

describe('a proposal', () => {
  test('is written from the material, stored with it, and charged', async () => {
    const text = '## brandStory.whatYouDo\n\nWe bake bread.';
    const about = answering(text);
    const { id } = await ask(`  ${about}\r\nBy hand.\0 `, { samples: ['', ' Rye today. '] });
    await ended(id);

    expect(await readProposal(user.id, profile.id)).toEqual({
      id,
      about: `${about}\nBy hand.`,
      samples: ['Rye today.'],
      state: 'done',
      reason: null,
      text,
    });
    const request = fakeAi.requests.at(-1)!.body as { messages: { content: string }[] };
    expect(request.messages.at(-1)!.content).toContain('> By hand.\n\n# Sample 1\n\n> Rye today.');
    expect((await getBalance(user.id, new Date())).totalTokensUsed).toBeGreaterThan(0);
  });

  test('is written once when it is requested twice with the same key', async () => {
    const clientKey = randomUUID();
    const [one, other] = await Promise.all([
      ask('We bake.', { clientKey }),
      ask('We bake.', { clientKey }),
    ]);
    expect(other.id).toBe(one.id);
    expect(await count()).toEqual({ texts: 1, drafts: 1, runs: 1 });
    // The key doesn't open the proposal of another profile.
    const second = await createProfile(user, { name: 'Tea shop' });
    await expect(
      requestDraft(user.id, second.id, { about: 'Tea.', samples: [], clientKey }),
    ).rejects.toThrow();
    await ended(one.id);
  });

  test('that was requested last is the one that is read', async () => {
    await ended((await ask('One.')).id);
    const { id } = await ask('Two.');
    await ended(id);
    expect(await readProposal(user.id, profile.id)).toMatchObject({ id, about: 'Two.' });
  });

  test.each([
    ['no material', '', []],
    ['whitespace', ' \n', [' ']],
    ['too long a text', 'x'.repeat(MAX_ABOUT + 1), []],
    ['too long a sample', 'x', ['x'.repeat(10_001)]],
  ])('is not written from %s', async (_, about, samples) => {
    await expect(ask(about, { samples })).rejects.toMatchObject({ code: 'invalid' });
    expect(await count()).toEqual({ texts: 0, drafts: 0, runs: 0 });
  });

  test('can’t be requested, continued, or read by another user', async () => {
    const { id } = await ask(answering('x', { holdAfter: 0, hold: randomUUID() }));
    const typed = { about: 'Mine.', samples: [], clientKey: randomUUID() };
    for (const other of [profile.id, newId(), 'x', undefined]) {
      await expect(requestDraft(stranger.id, other, typed)).rejects.toMatchObject(GONE);
      await expect(continueDraft(stranger.id, other, id)).rejects.toMatchObject(GONE);
    }
    expect(await readProposal(stranger.id, profile.id)).toBeNull();
    // Not through the stranger's own profile either.
    const own = await createProfile(stranger);
    await expect(continueDraft(stranger.id, own.id, id)).rejects.toMatchObject(GONE);
    await stopGeneration(user.id, id);
  });

  test('is refused without tokens, and leaves nothing behind', async () => {
    setMetering('allowance');
    await prisma.billingAccount.update({
      where: { userId: user.id },
      data: { trialToken: 0, tokenBalance: 0 },
    });
    await expect(ask('We bake.')).rejects.toMatchObject({ code: 'out-of-tokens' });
    setMetering('off');
    expect(await count()).toEqual({ texts: 0, drafts: 0, runs: 0 });
  });
});

describe('a proposal that failed', () => {
  test('keeps its text so far, and can be continued', async () => {
    const text = '## brandStory.whatYouDo\n\nWe bake bread.\n';
    const { id } = await ask(answering(text, { errorAfter: 5, times: 1 }));
    expect(await ended(id)).toBe('failed');
    const broken = (await readProposal(user.id, profile.id))!;
    expect(broken).toMatchObject({ state: 'failed' });
    expect(broken.reason).not.toBeNull();
    expect(text.startsWith(broken.text) && broken.text.length > 10).toBe(true);

    await continueDraft(user.id, profile.id, id);
    expect(await ended(id)).toBe('done');
    const whole = (await readProposal(user.id, profile.id))!;
    expect(whole.state).toBe('done');
    expect(whole.text.startsWith(broken.text)).toBe(true);
    expect(whole.text.length).toBeGreaterThan(broken.text.length);
    const { messages } = fakeAi.requests.at(-1)!.body as {
      messages: { role: string; content: string }[];
    };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]!.content).toBe(broken.text);

    // A finished proposal can't be continued.
    await expect(continueDraft(user.id, profile.id, id)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('before its first word starts over', async () => {
    const { id } = await ask(answering('', { status: 400, times: 2 }));
    expect(await ended(id)).toBe('failed');
    await continueDraft(user.id, profile.id, id);
    await ended(id);
    const { messages } = fakeAi.requests.at(-1)!.body as { messages: unknown[] };
    expect(messages).toHaveLength(2);
  });

  test('can’t be continued under an unknown id', async () => {
    await expect(continueDraft(user.id, profile.id, newId())).rejects.toMatchObject(GONE);
    await expect(continueDraft(user.id, profile.id, 'x')).rejects.toMatchObject(GONE);
  });
});

test('pasted material is deleted after a day, and with its profile', async () => {
  const { id } = await ask('We bake.');
  await ended(id);
  await purgeGeneratedTexts(new Date(Date.now() + 2 * 86_400_000));
  expect(await readProposal(user.id, profile.id)).toBeNull();
  expect(await count()).toMatchObject({ texts: 0, drafts: 0 });

  await ended((await ask('We bake.')).id);
  await deleteProfile(user.id, profile.id);
  expect(await count()).toMatchObject({ drafts: 0 });
});

test('the cost of a proposal is known beforehand', () => {
  const { cost, demo } = draftTerms();
  expect(cost).toMatchObject({ weight: 1 });
  expect(cost.instructions).toBeGreaterThan(0);
  expect(demo).toBe(false);
});

test.each([
  null,
  {},
  { about: 'x' },
  { about: 'x', samples: [], clientKey: 'x' },
  { about: 'x', samples: Array(11).fill('x'), clientKey: randomUUID() },
  { about: 1, samples: [], clientKey: randomUUID() },
  { continues: 'x' },
])('an invalid request for a proposal is refused: %j', (body) => {
  expect(() => input(draftRequest)(body)).toThrow(expect.objectContaining({ code: 'invalid' }));
});
