import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

process.env.AI_MODELS = 'openai/gpt-4o-mini=1, vendor/large=1';
// Room for 2,700 tokens of a prompt.
process.env.AI_CONTEXTS = 'openai/gpt-4o-mini=4000, vendor/large=200000';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { continueAnswer, editMessage, regenerateAnswer } =
  await import('~/features/chat/answers/answer-actions.server');
const { changeSettings } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { exportConversation } = await import('~/features/chat/archive/export-conversation.server');
const { chatTexts } = await import('~/features/chat/texts');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { prisma } = await import('~/lib/db/index.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

type Sent = Awaited<ReturnType<typeof sendMessage>>;

async function untilEnded(id: string, state = 'done'): Promise<void> {
  await vi.waitFor(async () => {
    const row = await prisma.generation.findUnique({ where: { id } });
    expect(row?.state).toBe(state);
  });
}

/** A question of some 500 tokens. */
const long = (name: string) =>
  `${name}: ${'word '.repeat(500)}${marker({ text: `About ${name}.` })}`;

async function ask(content: string, conversationId: string | null, state = 'done'): Promise<Sent> {
  const request = { userId: user.id, conversationId, content, clientKey: newId() };
  const sent = await sendMessage(request);
  await untilEnded(sent.answerId, state);
  return sent;
}

/** Asks one question after the other in one conversation. */
async function askAll(names: readonly string[]): Promise<Sent[]> {
  const all: Sent[] = [];
  for (const name of names) all.push(await ask(long(name), all[0]?.conversationId ?? null));
  return all;
}

/** The names of the questions that the model read last. */
function read(): string[] {
  const { body } = fakeAi.requests.findLast((request) => request.body.stream)!;
  const questions = body.messages.filter(({ role }) => role === 'user');
  return questions.map(({ content }) => content.split(':', 1)[0]!.slice(0, 20));
}

const contextIn = (conversationId: string) =>
  openConversation(user.id, conversationId).then(({ context }) => context);

const SIX = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

async function exported(conversationId: string, format: 'markdown' | 'json' | 'html') {
  const { signal } = new AbortController();
  const response = await exportConversation(
    user.id,
    conversationId,
    { format, show: false },
    signal,
  );
  return response.text();
}

describe('a conversation that has outgrown the model', () => {
  test('begins with a later question for a while, stored with each answer, and nothing is deleted', async () => {
    const sent = await askAll(SIX);
    const { conversationId } = sent[0]!;
    const rows = await prisma.generation.findMany({
      where: { conversationId },
      orderBy: { createdAt: 'asc' },
    });
    const third = sent[2]!.questionId;
    // The fifth question doesn't fit any more, and the sixth one begins where the fifth one did.
    expect(rows.map(({ contextFrom, leftOut }) => [contextFrom, leftOut])).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
      [null, 0],
      [third, 4],
      [third, 4],
    ]);
    expect(read()).toEqual(['Three', 'Four', 'Five', 'Six']);
    expect(Math.max(...rows.map(({ promptTokens }) => promptTokens))).toBeLessThanOrEqual(2_700);
    const { body } = fakeAi.requests.findLast((request) => request.body.stream)!;
    expect(body.max_tokens).toBe(1_000);

    const opened = await openConversation(user.id, conversationId);
    expect(opened.messages).toHaveLength(12);
    expect(opened.context).toEqual({ from: third, leftOut: 4, percent: expect.any(Number) });
    expect(opened.context!.percent).toBeGreaterThan(75);
  });

  test('begins with the same question however the next answer is asked for', async () => {
    const sent = await askAll(SIX);
    const { conversationId } = sent[0]!;
    const last = sent[5]!;
    const again = await regenerateAnswer({
      ...{ userId: user.id, clientKey: newId() },
      answerId: last.answerId,
    });
    await untilEnded(again.answerId);
    expect(read()).toEqual(['Three', 'Four', 'Five', 'Six']);

    const content = `Other: ${'word '.repeat(450)}${marker({ text: 'One two three', breakAfter: 1 })}`;
    const edited = await editMessage({
      ...{ userId: user.id, clientKey: newId() },
      ...{ questionId: last.questionId, content },
    });
    await untilEnded(edited.answerId, 'failed');
    expect(read()).toEqual(['Three', 'Four', 'Five', 'Other']);
    expect(await contextIn(conversationId)).toMatchObject({ from: sent[2]!.questionId });

    await continueAnswer(user.id, edited.answerId);
    await vi.waitFor(() =>
      expect(read()).toEqual(['Three', 'Four', 'Five', 'Other', 'Your last answer was']),
    );
    await vi.waitFor(async () => {
      const row = await prisma.generation.findUnique({ where: { id: edited.answerId } });
      expect(row).toMatchObject({ attempt: 2, contextFrom: sent[2]!.questionId, leftOut: 4 });
    });
  });

  test('is read from its beginning again by a model that it fits', async () => {
    const [one] = await askAll(SIX.slice(0, 5));
    const { conversationId } = one!;
    await changeSettings(user.id, conversationId, { model: 'vendor/large' });
    await ask(long('Six'), conversationId);
    expect(read()).toEqual(SIX);
    expect(await contextIn(conversationId)).toEqual({ from: null, leftOut: 0, percent: 2 });
    await changeSettings(user.id, conversationId, { model: null });
    await ask(long('Seven'), conversationId);
    expect(read()).toEqual(['Five', 'Six', 'Seven']);
  });

  test('sends a question that is too long by itself, and leaves everything else out', async () => {
    const [one] = await askAll(['One']);
    const { conversationId } = one!;
    const { questionId } = await ask(`Huge: ${'word '.repeat(4_000)}`, conversationId);
    expect(read()).toEqual(['Huge']);
    expect(await contextIn(conversationId)).toEqual({ from: questionId, leftOut: 2, percent: 100 });
  });

  test('says where it begins in exports, once, before that message', async () => {
    const sent = await askAll(SIX);
    const { conversationId } = sent[0]!;
    const note = chatTexts.leftOut(4);
    expect(note).toBe('The assistant no longer sees the 4 messages above. They’re still here.');
    const markdown = await exported(conversationId, 'markdown');
    expect(markdown.split(`*${note}*`)).toHaveLength(2);
    expect(markdown).toMatch(
      /About Two\.\n\n\*The assistant no longer[^\n]+\*\n\n## You\n\nThree:/,
    );
    const html = await exported(conversationId, 'html');
    expect(html).toMatch(/About Two\.[^]*<p class="about">The assistant no longer[^]*Three:/);
    const { messages } = JSON.parse(await exported(conversationId, 'json')) as {
      messages: { id: string; contextFrom?: string; leftOut?: number }[];
    };
    const based = messages.filter(({ contextFrom }) => contextFrom !== undefined);
    expect(based.map(({ id, contextFrom, leftOut }) => [id, contextFrom, leftOut])).toEqual(
      [sent[4]!, sent[5]!].map(({ answerId }) => [answerId, sent[2]!.questionId, 4]),
    );

    const [short] = await askAll(['Short']);
    expect(await exported(short!.conversationId, 'markdown')).not.toContain('no longer sees');
  });
});
