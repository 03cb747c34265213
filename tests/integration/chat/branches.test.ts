import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createConversation, createMessages } = await import('../../factories/conversations.ts');
const { chooseBranch } = await import('~/features/chat/messages/choose-branch.server');
const { continueAnswer, editMessage, regenerateAnswer } =
  await import('~/features/chat/answers/answer-actions.server');
const { duplicateConversation } =
  await import('~/features/chat/conversations/duplicate-conversation.server');
const { deleteConversation } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { listOverview } =
  await import('~/features/chat/conversations/list/list-conversations.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { readConversationText } = await import('~/features/chat/messages/read-transcript.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { stopGeneration } = await import('~/engine/generation/index.server');
const { shareConversation } = await import('~/features/chat/index.server');
const { openShare } = await import('~/features/chat/sharing/share-page.server');
const { shareOf, updateShare } = await import('~/features/chat/sharing/share-actions.server');
const { NO_FILTER } = await import('~/features/chat/conversations/list/conversation-list');
const { currentSequence } = await import('~/engine/events/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

const GONE = { code: 'not-found' };
const BUSY = { code: 'conflict' };

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

async function untilEnded(answerId: string, state = 'done'): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [answerId],
    );
    expect(row?.state).toBe(state);
  });
}

/** Questions with the text of their answer in the marker: `Hello [[…]]`. */
const says = (text: string, behavior = {}) => marker({ text, ...behavior });

async function send(content: string, conversationId: string | null = null) {
  const sent = await sendMessage({ userId: user.id, conversationId, content, clientKey: newId() });
  await untilEnded(sent.answerId);
  return sent;
}

async function regenerate(answerId: string) {
  const sent = await regenerateAnswer({ userId: user.id, answerId, clientKey: newId() });
  await untilEnded(sent.answerId);
  return sent;
}

async function edit(questionId: string, content: string) {
  const sent = await editMessage({ userId: user.id, questionId, content, clientKey: newId() });
  await untilEnded(sent.answerId);
  return sent;
}

const opened = async (id: string) => (await openConversation(user.id, id)).messages;
const idsOf = async (id: string) => (await opened(id)).map((message) => message.id);

async function itemOf(id: string) {
  return (await listOverview(user.id, NO_FILTER)).others.items.find((item) => item.id === id);
}

async function promptsOf(question: string): Promise<string[][]> {
  return fakeAi.requests
    .filter(({ body }) => body.stream && body.messages.at(-1)?.content.includes(question))
    .map(({ body }) => body.messages.slice(1).map(({ content }) => content));
}

describe('regenerating an answer', () => {
  test('adds another answer to the question, which is then shown', async () => {
    const first = await send(`Hello ${says('One.')}`);
    const second = await regenerate(first.answerId);
    expect(second).toMatchObject({
      conversationId: first.conversationId,
      questionId: first.questionId,
    });
    const messages = await opened(first.conversationId);
    expect(messages.map(({ id }) => id)).toEqual([first.questionId, second.answerId]);
    expect(messages[1]).toMatchObject({
      parentId: first.questionId,
      versions: [first.answerId, second.answerId],
    });
    expect(messages[0]?.versions).toEqual([]);
  });

  test('sends what came before the question, and nothing of what came after it', async () => {
    const first = await send(`First ${says('One.')}`);
    const second = await send(`Second ${says('Two.')}`, first.conversationId);
    await send(`Third ${says('Three.')}`, first.conversationId);
    fakeAi.requests.length = 0;
    await regenerate(second.answerId);
    const [prompt] = await promptsOf('Second');
    expect(prompt).toEqual([
      expect.stringContaining('First'),
      'One.',
      expect.stringContaining('Second'),
    ]);
    expect(await opened(first.conversationId)).toHaveLength(4);
  });

  test('is paid like any other answer', async () => {
    const first = await send(`Hello ${says('One.')}`);
    const second = await regenerate(first.answerId);
    const rows = await sql.query<{ reference: string }>(
      `SELECT reference FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle' AND tokens > 0`,
      [user.id],
    );
    expect(rows.map(({ reference }) => reference).sort()).toEqual(
      [first.answerId, second.answerId].map((id) => `generation:${id}:1`).sort(),
    );
  });

  test('runs once for one key, also when two requests arrive at once', async () => {
    const first = await send(`Hello ${says('One.')}`);
    const request = { userId: user.id, answerId: first.answerId, clientKey: newId() };
    const [one, other] = await Promise.all([regenerateAnswer(request), regenerateAnswer(request)]);
    expect(one).toEqual(other);
    await untilEnded(one.answerId);
    expect(await regenerateAnswer(request)).toEqual(one);
    expect((await opened(first.conversationId))[1]?.versions).toHaveLength(2);
  });

  test('is refused in the second of two tabs at once', async () => {
    const first = await send(`Hello ${says('One.', { times: 1 })}`);
    const asked = await Promise.allSettled(
      [1, 2].map(() =>
        regenerateAnswer({ userId: user.id, answerId: first.answerId, clientKey: newId() }),
      ),
    );
    const done = asked.filter((result) => result.status === 'fulfilled');
    // The first may have ended before the second request.
    for (const result of asked) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(BUSY);
    }
    expect(done.length).toBeGreaterThan(0);
    for (const { value } of done) await untilEnded(value.answerId);
    expect((await opened(first.conversationId))[1]?.versions).toHaveLength(1 + done.length);
  });

  test('is refused for an imported conversation that begins with an answer', async () => {
    const conversation = await createConversation(user);
    const [only] = await createMessages(conversation, ['Welcome']);
    await sql.query(`UPDATE messages SET role = 'assistant' WHERE id = $1::uuid`, [only!.id]);
    await expect(
      regenerateAnswer({ userId: user.id, answerId: only!.id, clientKey: newId() }),
    ).rejects.toMatchObject(BUSY);
  });
});

describe('editing a message', () => {
  test('sends the new text in the same place, and keeps the old version', async () => {
    const first = await send(`First ${says('One.')}`);
    const second = await send(`Second ${says('Two.')}`, first.conversationId);
    const edited = await edit(second.questionId, `Instead ${says('Other.')}`);
    const messages = await opened(first.conversationId);
    expect(messages.map(({ id }) => id)).toEqual([
      first.questionId,
      first.answerId,
      edited.questionId,
      edited.answerId,
    ]);
    expect(messages[2]?.versions).toEqual([second.questionId, edited.questionId]);
    expect((await promptsOf('Instead'))[0]).toHaveLength(3);

    await chooseBranch(user.id, first.conversationId, second.questionId);
    expect((await idsOf(first.conversationId)).slice(2)).toEqual([
      second.questionId,
      second.answerId,
    ]);
  });

  test('works for the first message', async () => {
    const first = await send(`First ${says('One.')}`);
    const edited = await edit(first.questionId, `Instead ${says('Other.')}`);
    const messages = await opened(first.conversationId);
    expect(messages.map(({ id }) => id)).toEqual([edited.questionId, edited.answerId]);
    expect(messages[0]).toMatchObject({
      parentId: null,
      versions: [first.questionId, edited.questionId],
    });
    expect((await promptsOf('Instead'))[0]).toHaveLength(1);
    // The next message belongs to the branch that is shown.
    await send(`Next ${says('Two.')}`, first.conversationId);
    expect((await promptsOf('Next'))[0]).toEqual([
      expect.stringContaining('Instead'),
      'Other.',
      expect.stringContaining('Next'),
    ]);
  });

  test('runs once for one key', async () => {
    const first = await send(`First ${says('One.')}`);
    const request = {
      userId: user.id,
      questionId: first.questionId,
      content: `Instead ${says('Other.')}`,
      clientKey: newId(),
    };
    const [one, other] = await Promise.all([editMessage(request), editMessage(request)]);
    expect(one).toEqual(other);
    await untilEnded(one.answerId);
    // Its key still names its first answer when the question has another one.
    await regenerate(one.answerId);
    expect(await editMessage(request)).toEqual(one);
  });

  test.each(['', '  \n ', '\0'])('refuses %j as a message', async (content) => {
    const first = await send(`First ${says('One.')}`);
    await expect(
      editMessage({ userId: user.id, questionId: first.questionId, content, clientKey: newId() }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('choosing a branch', () => {
  test('shows it down to its last leaf, with its preview, but not as news', async () => {
    const first = await send(`First ${says('One.')}`);
    const more = await send(`More ${says('Two.')}`, first.conversationId);
    const other = await regenerate(first.answerId);
    const before = (await itemOf(first.conversationId))!;
    expect(before.lastMessage).toBe('One.');
    const seq = await currentSequence(sql, user.id);

    await chooseBranch(user.id, first.conversationId, first.answerId);
    expect(await idsOf(first.conversationId)).toEqual([
      first.questionId,
      first.answerId,
      more.questionId,
      more.answerId,
    ]);
    expect(await itemOf(first.conversationId)).toEqual({ ...before, lastMessage: 'Two.' });
    expect(await currentSequence(sql, user.id)).toBe(seq + 1);

    await chooseBranch(user.id, first.conversationId, other.answerId);
    expect(await idsOf(first.conversationId)).toEqual([first.questionId, other.answerId]);
  });

  test('changes nothing if it is shown already', async () => {
    const first = await send(`First ${says('One.')}`);
    const seq = await currentSequence(sql, user.id);
    await chooseBranch(user.id, first.conversationId, first.questionId);
    expect(await currentSequence(sql, user.id)).toBe(seq);
  });

  test('applies to the next message, a duplicate, and the text', async () => {
    const first = await send(`First ${says('One.')}`);
    const more = await send(`More ${says('Two.')}`, first.conversationId);
    await regenerate(first.answerId);
    await send(`Next ${says('Three.')}`, first.conversationId);
    expect((await promptsOf('Next'))[0]).toEqual([
      expect.stringContaining('First'),
      'One.',
      expect.stringContaining('Next'),
    ]);
    const text = await readConversationText(user.id, first.conversationId);
    expect(text).toContain('Three.');
    expect(text).not.toContain('Two.');

    const reader = await createUser();
    const source = { userId: user.id, conversationId: first.conversationId };
    const upTo = { leafId: more.answerId, at: new Date(Date.now() + 1_000) };
    const copy = await duplicateConversation({ ...source, upTo }, reader.id);
    const copied = await openConversation(reader.id, copy);
    expect(copied.messages.map(({ html }) => html)).toEqual([
      expect.stringContaining('First'),
      expect.stringContaining('One.'),
      expect.stringContaining('More'),
      expect.stringContaining('Two.'),
    ]);
    expect(copied.messages.map(({ parentId }) => parentId)).toEqual([
      null,
      ...copied.messages.slice(0, -1).map(({ id }) => id),
    ]);
    expect(copied.messages.every(({ versions }) => versions.length === 0)).toBe(true);
  });

  test('happens by itself when an answer is continued in a branch that is not shown', async () => {
    const first = await sendMessage({
      userId: user.id,
      conversationId: null,
      content: `First ${says('One two three', { holdAfter: 2, hold: newId(), times: 1 })}`,
      clientKey: newId(),
    });
    await vi.waitFor(() => expect(fakeAi.requests.length).toBeGreaterThan(0));
    await stopGeneration(user.id, first.answerId);
    await untilEnded(first.answerId, 'stopped');
    const other = await regenerate(first.answerId);
    expect(await idsOf(first.conversationId)).toEqual([first.questionId, other.answerId]);
    await continueAnswer(user.id, first.answerId);
    expect(await idsOf(first.conversationId)).toEqual([first.questionId, first.answerId]);
    await untilEnded(first.answerId);
  });
});

describe('while an answer is being written', () => {
  test('no other answer can be started and no other branch shown', async () => {
    const first = await send(`First ${says('One.')}`);
    const hold = newId();
    const running = await sendMessage({
      userId: user.id,
      conversationId: first.conversationId,
      content: `Second ${says('Two three.', { holdAfter: 1, hold })}`,
      clientKey: newId(),
    });
    const { conversationId, questionId, answerId } = first;
    const key = () => ({ userId: user.id, clientKey: newId() });
    await expect(regenerateAnswer({ ...key(), answerId })).rejects.toMatchObject(BUSY);
    await expect(editMessage({ ...key(), questionId, content: 'Instead' })).rejects.toMatchObject(
      BUSY,
    );
    await expect(chooseBranch(user.id, conversationId, answerId)).rejects.toMatchObject(BUSY);
    fakeAi.release(hold);
    await untilEnded(running.answerId);
    expect(await opened(conversationId)).toHaveLength(4);
    // The refused requests left nothing.
    expect((await opened(conversationId)).every(({ versions }) => versions.length === 0)).toBe(
      true,
    );
  });
});

describe('a message that cannot be used', () => {
  test.each(['another user’s', 'deleted', 'another role’s', 'unknown', 'malformed'])(
    '%s: not found',
    async (kind) => {
      const first = await send(`First ${says('One.')}`);
      let { questionId, answerId } = first;
      let { conversationId } = first;
      let asking = user;
      if (kind === 'another user’s') asking = await createUser();
      if (kind === 'deleted') await deleteConversation(user.id, conversationId);
      if (kind === 'another role’s') {
        [questionId, answerId] = [answerId, questionId];
        conversationId = (await send(`Other ${says('Two.')}`)).conversationId;
      }
      if (kind === 'unknown') questionId = answerId = conversationId = newId();
      if (kind === 'malformed') questionId = answerId = conversationId = '../x';
      const key = { userId: asking.id, clientKey: newId() };
      await expect(regenerateAnswer({ ...key, answerId })).rejects.toMatchObject(GONE);
      await expect(editMessage({ ...key, questionId, content: 'Hi' })).rejects.toMatchObject(GONE);
      await expect(chooseBranch(asking.id, conversationId, answerId)).rejects.toMatchObject(GONE);
    },
  );
});

describe('a link', () => {
  test('shows the branch that was shared, not one that was chosen or written since', async () => {
    const first = await send(`First ${says('Shared.')}`);
    const { conversationId } = first;
    const { id: shareId } = await shareConversation(user.id, conversationId);
    const shown = async () => (await openShare({ shareId })).messages.map(({ id }) => id);
    const shared = [first.questionId, first.answerId];
    expect(await shown()).toEqual(shared);

    const secret = await edit(first.questionId, `Secret ${says('Private.')}`);
    expect(await shown()).toEqual(shared);
    expect((await shareOf(user.id, conversationId))?.newer).toBe(2);
    await send(`Next ${says('Private too.')}`, conversationId);
    expect((await shareOf(user.id, conversationId))?.newer).toBe(4);

    await chooseBranch(user.id, conversationId, first.questionId);
    expect((await shareOf(user.id, conversationId))?.newer).toBe(0);
    // Older than the link's new moment, but in another branch.
    await updateShare(user.id, conversationId);
    expect(await shown()).toEqual(shared);

    await chooseBranch(user.id, conversationId, secret.questionId);
    await updateShare(user.id, conversationId);
    expect(await shown()).toHaveLength(4);
    expect(await shown()).not.toContain(first.questionId);
  });
});

describe('the path through', () => {
  test('a tree of many branches follows the rule', async () => {
    const conversation = await createConversation(user);
    const trunk = await createMessages(conversation, 6);
    const branch = await createMessages(conversation, 4, trunk[1]!.id);
    await createMessages(conversation, 2, branch[1]!.id);
    const root = await createMessages(conversation, 2, null);
    expect(await idsOf(conversation.id)).toEqual(root.map(({ id }) => id));
    await chooseBranch(user.id, conversation.id, trunk[2]!.id);
    expect(await idsOf(conversation.id)).toEqual(trunk.map(({ id }) => id));
    const versions = (await opened(conversation.id)).map((message) => message.versions.length);
    expect(versions).toEqual([2, 0, 2, 0, 0, 0]);
  });

  test('2,000 messages is read completely, whatever is next to it', async () => {
    const conversation = await createConversation(user);
    const messages = await createMessages(conversation, 2_000);
    for (const at of [1, 999]) await createMessages(conversation, 500, messages[at]!.id);
    await chooseBranch(user.id, conversation.id, messages.at(-1)!.id);
    const { readMessages } = await import('~/features/chat/messages/message-branches.server');
    const read = await readMessages(sql, user.id, conversation.id, {
      before: null,
      until: null,
      limit: 4_000,
    });
    expect(read.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
  });
});
