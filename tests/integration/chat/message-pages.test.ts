import { beforeEach, describe, expect, test } from 'vitest';
import type { UserScope } from '~/lib/scope';

import { spyOnStatements } from '../../harness/statements.ts';

const { createUser } = await import('../../factories/users.ts');
const { createConversation, createMessages } = await import('../../factories/conversations.ts');
const { chooseBranch } = await import('~/features/chat/messages/choose-branch.server');
const { openConversation, readEarlierMessages } =
  await import('~/features/chat/conversations/open-conversation.server');
const { newId } = await import('~/lib/ids.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

const ids = (messages: { id: string }[]) => messages.map(({ id }) => id);

test('a conversation opens with its last messages, and its other pages join without a gap', async () => {
  const conversation = await createConversation(user);
  const all = ids(await createMessages(conversation, 101));
  let shown = (await openConversation(user.id, conversation.id)).messages;
  expect(ids(shown)).toEqual(all.slice(-24));
  const sizes: number[] = [];
  while (shown[0]!.parentId !== null) {
    const page = await readEarlierMessages(user.id, conversation.id, {
      before: shown[0]!.id,
      until: null,
    });
    expect(page.at(-1)!.id).toBe(shown[0]!.parentId);
    sizes.push(page.length);
    shown = [...page, ...shown];
  }
  expect(ids(shown)).toEqual(all);
  expect(sizes).toEqual([40, 37]);
});

test('a conversation without documents and images opens with three statements, however long it is', async () => {
  const conversation = await createConversation(user);
  await createMessages(conversation, 60);
  const query = spyOnStatements();
  await openConversation(user.id, conversation.id);
  const count = query.mock.calls.length;
  query.mockRestore();
  expect(count).toBe(3);
});

describe('the messages up to another one', () => {
  test('come in one response', async () => {
    const conversation = await createConversation(user);
    const all = ids(await createMessages(conversation, 200));
    const read = (part: { before?: string; until: string }) =>
      readEarlierMessages(user.id, conversation.id, { before: null, ...part });
    expect(ids(await read({ until: all[20]! }))).toEqual(all.slice(20));
    expect(ids(await read({ before: all[160]!, until: all[20]! }))).toEqual(all.slice(20, 160));
  });

  test('are those of the branch that is shown, with the versions of their places', async () => {
    const conversation = await createConversation(user);
    const trunk = ids(await createMessages(conversation, 6));
    const branch = ids(await createMessages(conversation, 90, trunk[1]));
    await chooseBranch(user.id, conversation.id, branch[0]!);
    const read = await readEarlierMessages(user.id, conversation.id, {
      before: null,
      until: branch[0]!,
    });
    expect(ids(read)).toEqual(branch);
    expect(new Set(read[0]!.versions)).toEqual(new Set([trunk[2], branch[0]]));
    expect(read.slice(1).flatMap(({ versions }) => versions)).toEqual([]);
  });

  test('are all messages if it is in another branch or does not exist', async () => {
    const conversation = await createConversation(user);
    const other = ids(await createMessages(conversation, 2));
    const shown = ids(await createMessages(conversation, 60, null));
    for (const until of [other[1]!, newId()]) {
      const read = await readEarlierMessages(user.id, conversation.id, { before: null, until });
      expect(ids(read)).toEqual(shown);
    }
  });
});

test('messages are refused to another user, and before a message of another conversation', async () => {
  const conversation = await createConversation(user);
  const [first] = await createMessages(conversation, 3);
  const part = { before: first!.id, until: null };
  const stranger = await createUser();
  await expect(readEarlierMessages(stranger.id, conversation.id, part)).rejects.toMatchObject({
    code: 'not-found',
  });
  const own = await createConversation(stranger);
  await createMessages(own, 2);
  expect(await readEarlierMessages(stranger.id, own.id, part)).toEqual([]);
});

test('a malformed id is refused', async () => {
  const conversation = await createConversation(user);
  for (const part of [
    { before: 'x', until: null },
    { before: null, until: '\0' },
  ]) {
    await expect(readEarlierMessages(user.id, conversation.id, part)).rejects.toMatchObject({
      code: 'invalid',
    });
  }
});
