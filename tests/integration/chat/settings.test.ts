import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

process.env.AI_MODELS = 'openai/gpt-4o-mini=1, vendor/large=3';
process.env.AI_EFFORT_MODELS = 'vendor/large';

const { createUser } = await import('../../factories/users.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { changeSettings, createConversation, deleteConversation } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { continueAnswer, editMessage, regenerateAnswer } =
  await import('~/features/chat/answers/answer-actions.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { previewPrompt, readChoices } = await import('~/features/chat/answers/answer-basis.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { stopGeneration } = await import('~/engine/generation/index.server');
const { readDeletion } = await import('~/features/brand/profiles/delete-profile.server');
const { selectProfile } = await import('~/features/brand/profiles/profile-actions.server');
const { currentSequence } = await import('~/engine/events/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { prisma, sql } = await import('~/lib/db/index.server');

const GONE = { code: 'not-found' };
const INVALID = { code: 'invalid' };
const SYSTEM_PROMPT = 'Answer in rhymes.';
const NONE = { profileId: null, model: null, effort: null, systemPrompt: '' };

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

async function bakery(owner = user) {
  const brandStory = await createComponent(owner, 'brandStory', { whatYouDo: 'We bake rye bread' });
  return createProfile(owner, { name: 'Rye & Co', brandStory });
}

async function untilEnded(answerId: string, state = 'done'): Promise<void> {
  await vi.waitFor(async () => {
    const row = await prisma.generation.findUnique({ where: { id: answerId } });
    expect(row?.state).toBe(state);
  });
}

async function send(
  content: string,
  more: Partial<Parameters<typeof sendMessage>[0]> = {},
): ReturnType<typeof sendMessage> {
  const request = { userId: user.id, conversationId: null, content, clientKey: newId(), ...more };
  const sent = await sendMessage(request);
  await untilEnded(sent.answerId);
  return sent;
}

/** The model and the first message of the last answer's request. */
function lastAsked() {
  const { body } = fakeAi.requests.findLast((request) => request.body.stream)!;
  const { model, reasoning_effort: effort, messages } = body;
  return { model, effort, system: messages[0]!.content, last: messages.at(-1)! };
}

async function settled() {
  const profile = await bakery();
  const settings = {
    profileId: profile.id,
    model: 'vendor/large',
    effort: 'high' as const,
    systemPrompt: SYSTEM_PROMPT,
  };
  const sent = await send('Hello', { settings });
  return { ...sent, settings };
}

function expectGrounded(): void {
  const { model, effort, system } = lastAsked();
  expect([model, effort]).toEqual(['vendor/large', 'high']);
  expect(system).toMatch(/> Rye & Co[^]*> We bake rye bread[^]*Answer in rhymes\.$/);
}

describe('the settings of a conversation', () => {
  test('say how hard to think only to a model that takes it, and keep the choice for another', async () => {
    const { conversationId } = await settled();
    await changeSettings(user.id, conversationId, { model: null });
    await send('More', { conversationId });
    expect(lastAsked()).toMatchObject({ model: 'openai/gpt-4o-mini', effort: undefined });
    await changeSettings(user.id, conversationId, { model: 'vendor/large' });
    await send('Still more', { conversationId });
    expectGrounded();
    await changeSettings(user.id, conversationId, { effort: null });
    await send('Enough', { conversationId });
    expect(lastAsked()).toMatchObject({ model: 'vendor/large', effort: undefined });
  });

  test('come with its first message and stay', async () => {
    const { conversationId, settings } = await settled();
    expectGrounded();
    expect((await openConversation(user.id, conversationId)).settings).toEqual(settings);
    const row = await prisma.message.findFirst({ where: { conversationId, role: 'assistant' } });
    expect(row?.model).toBe('vendor/large');
  });

  test('apply to every way of starting an answer', async () => {
    const { conversationId, questionId, answerId } = await settled();
    fakeAi.requests.length = 0;
    await send('And more', { conversationId });
    expectGrounded();

    fakeAi.requests.length = 0;
    const again = await regenerateAnswer({ userId: user.id, answerId, clientKey: newId() });
    await untilEnded(again.answerId);
    expectGrounded();

    fakeAi.requests.length = 0;
    const content = `Other ${marker({ text: 'One two three', hold: 'settings', holdAfter: 1 })}`;
    const edited = await editMessage({ userId: user.id, questionId, content, clientKey: newId() });
    await vi.waitFor(() => expect(fakeAi.requests.at(-1)?.sentTokens).toBeGreaterThan(0));
    expectGrounded();
    await stopGeneration(user.id, edited.answerId);
    await untilEnded(edited.answerId, 'stopped');

    fakeAi.requests.length = 0;
    await continueAnswer(user.id, edited.answerId);
    fakeAi.release('settings');
    await untilEnded(edited.answerId);
    expectGrounded();
  });

  test('add nothing if there are none, and the default model answers', async () => {
    await bakery();
    await send('Hello');
    const { model, system } = lastAsked();
    expect(model).toBe('openai/gpt-4o-mini');
    expect(system).toMatch(/^You are the assistant in Brandwright[^\n]*$/);
  });

  test('fall back to the default model when the chosen one is no longer offered, also in the charge', async () => {
    const { conversationId } = await settled();
    await prisma.conversation.update({
      where: { id: conversationId },
      data: { model: 'vendor/old' },
    });
    const { answerId } = await send('Hello again', { conversationId });
    expect(lastAsked().model).toBe('openai/gpt-4o-mini');
    const row = await prisma.generation.findUniqueOrThrow({ where: { id: answerId } });
    expect(row.model).toBe('openai/gpt-4o-mini');
    expect((await openConversation(user.id, conversationId)).settings.model).toBe('vendor/old');
  });

  test('have no grounding after their profile was removed', async () => {
    const { conversationId, settings } = await settled();
    expect((await readDeletion(user.id, settings.profileId)).uses).toEqual(['1 conversation']);
    await sql.query(`DELETE FROM profiles WHERE id = $1::uuid`, [settings.profileId]);
    await send('Hello again', { conversationId });
    expect(lastAsked().system).not.toContain('Rye');
    expect((await openConversation(user.id, conversationId)).settings.profileId).toBeNull();
  });

  test('can be previewed as they are sent, word for word', async () => {
    const { settings } = await settled();
    const preview = await previewPrompt(user.id, settings);
    expect(preview.text).toBe(lastAsked().system);
    expect(preview.model).toBe('Large');
    expect(preview.tokens).toBeGreaterThan(50);
  });
});

describe('changing the settings', () => {
  test('changes only what is given, and is published to every tab', async () => {
    // Not by a first message, because its title would be published as well.
    const conversationId = await createConversation(user.id);
    const settings = {
      profileId: (await bakery()).id,
      model: 'vendor/large',
      effort: 'low' as const,
      systemPrompt: 'One',
    };
    await changeSettings(user.id, conversationId, settings);
    const before = await currentSequence(sql, user.id);
    await Promise.all([
      changeSettings(user.id, conversationId, { systemPrompt: 'Be brief.\0' }),
      changeSettings(user.id, conversationId, { model: null }),
    ]);
    expect((await openConversation(user.id, conversationId)).settings).toEqual({
      ...settings,
      systemPrompt: 'Be brief.',
      model: null,
    });
    expect(await currentSequence(sql, user.id)).toBe(before + 2);
    await changeSettings(user.id, conversationId, { profileId: null, systemPrompt: '' });
    expect((await openConversation(user.id, conversationId)).settings).toEqual({
      ...NONE,
      effort: 'low',
    });
  });

  test('is refused for another user’s conversation, a deleted one, and invalid input', async () => {
    const { conversationId } = await settled();
    const other = await createUser();
    const change = { systemPrompt: 'Mine' };
    await expect(changeSettings(other.id, conversationId, change)).rejects.toMatchObject(GONE);
    await expect(changeSettings(user.id, 'nonsense', change)).rejects.toMatchObject(GONE);
    await deleteConversation(user.id, conversationId);
    await expect(changeSettings(user.id, conversationId, change)).rejects.toMatchObject(GONE);
  });

  test('is refused for another user’s profile, a model that is not offered, and a text that is too long', async () => {
    const { conversationId, settings } = await settled();
    const theirs = await bakery(await createUser());
    const refused = async (change: object, why: object) => {
      await expect(changeSettings(user.id, conversationId, change)).rejects.toMatchObject(why);
      const first = send('Hello', { settings: { ...NONE, ...change } });
      await expect(first).rejects.toMatchObject(why);
      await expect(previewPrompt(user.id, { ...NONE, ...change })).rejects.toMatchObject(why);
    };
    await refused({ profileId: theirs.id }, GONE);
    await refused({ profileId: newId() }, GONE);
    await refused({ model: 'vendor/other' }, INVALID);
    await refused({ systemPrompt: 'x'.repeat(20_001) }, INVALID);
    expect((await openConversation(user.id, conversationId)).settings).toEqual(settings);
  });
});

describe('a new chat', () => {
  const profileOf = async (id: string) => (await openConversation(user.id, id)).settings.profileId;

  test('starts with the account’s selected profile, or the browser’s, or the first one', async () => {
    expect(await profileOf(await createConversation(user.id))).toBeNull();
    const first = await createProfile(user, { name: 'A' });
    const second = await createProfile(user, { name: 'B' });
    expect(await profileOf(await createConversation(user.id))).toBe(first.id);
    expect(await profileOf(await createConversation(user.id, second.id))).toBe(second.id);
    await selectProfile(user.id, first.id);
    expect(await profileOf(await createConversation(user.id, second.id))).toBe(first.id);
  });

  test('offers the person’s own profiles and the operator’s models', async () => {
    const { id } = await bakery();
    await bakery(await createUser());
    expect(await readChoices(user.id)).toEqual({
      profiles: [{ id, name: 'Rye & Co', logoUrl: null }],
      selectedId: null,
      dictates: false,
      models: [
        { id: 'openai/gpt-4o-mini', name: 'GPT-4o Mini', weight: 1, effort: false },
        { id: 'vendor/large', name: 'Large', weight: 3, effort: true },
      ],
    });
  });
});

describe('tokens used', () => {
  test('are shown for each answer, and for the conversation with all of its versions', async () => {
    const { conversationId, answerId } = await settled();
    const first = (await openConversation(user.id, conversationId)).messages[1]!.usage!;
    expect(first).toMatchObject({ tokens: expect.any(Number) as number, model: 'Large' });
    // Both the ledger and the page apply the model's weight.
    const [settle] = await sql.query<{ tokens: number }>(
      `SELECT tokens FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle'`,
      [user.id],
    );
    expect(first.tokens).toBe(settle?.tokens);

    const again = await regenerateAnswer({ userId: user.id, answerId, clientKey: newId() });
    await untilEnded(again.answerId);
    const opened = await openConversation(user.id, conversationId);
    expect(opened.messages).toHaveLength(2);
    expect(opened.messages[0]!.usage).toBeNull();
    expect(opened.tokens).toBe(first.tokens + opened.messages[1]!.usage!.tokens);
  });

  test('are not shown for an answer that failed before its first word', async () => {
    const sent = await sendMessage({
      userId: user.id,
      conversationId: null,
      content: `Hello ${marker({ status: 401 })}`,
      clientKey: newId(),
    });
    await untilEnded(sent.answerId, 'failed');
    const opened = await openConversation(user.id, sent.conversationId);
    expect(opened.messages[1]!.usage).toBeNull();
    expect(opened.tokens).toBe(0);
  });
});
