import { beforeEach, describe, expect, test } from 'vitest';

import '~/lifecycle.server';
import { deleteConversations } from '~/features/chat/index.server';
import {
  changeFormat,
  deleteDocument,
  editDocument,
  openAsDocument,
  purgeDocuments,
  requireDocument,
  undoDocumentDeletion,
} from '~/features/chat/documents/document-actions.server';
import {
  listDocuments,
  removeStrayDocuments,
} from '~/features/chat/documents/document-data.server';
import { saveAsContent } from '~/features/chat/documents/save-document.server';
import {
  listDocumentVersions,
  readDocumentVersion,
  restoreDocumentVersion,
} from '~/features/chat/documents/versions/version-actions.server';
import { deleteContent } from '~/features/copywriting/library/content/content-actions.server';
import { requireContent } from '~/features/copywriting/library/content/open-content.server';
import { prisma, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { HOUR_MS } from '~/lib/time';

import {
  createConversation,
  createMessages,
  type TestMessage,
} from '../../factories/conversations';
import { createProfile } from '../../factories/profiles';
import { createUser, type TestUser } from '../../factories/users';

const TEXT = '# Sourdough\n\nSlow bread.';
const GONE = { code: 'not-found' };
const CONFLICT = { code: 'conflict' };

let user: TestUser;
let stranger: TestUser;
let conversationId: string;
let question: TestMessage;
let answer: TestMessage;

beforeEach(async () => {
  user = await createUser();
  stranger = await createUser();
  const conversation = await createConversation(user);
  conversationId = conversation.id;
  const messages = await createMessages(conversation, ['Write about bread', TEXT]);
  [question, answer] = [messages[0]!, messages[1]!];
});

const open = () => openAsDocument(user.id, answer.id);
const edit = (id: string, content: string, version: number, more = {}) =>
  editDocument(user.id, id, { title: 'Sourdough', content, version, ...more });
const textsOf = async (id: string) => {
  const { items } = await listDocumentVersions(user.id, id, null);
  const versions = items.map((item) => readDocumentVersion(user.id, id, item.id));
  return (await Promise.all(versions)).map(({ content }) => content);
};

test('an answer opens as one document, however often and from however many tabs', async () => {
  const [first, second] = await Promise.all([open(), open()]);
  expect(first).toMatchObject({ title: 'Sourdough', content: TEXT, version: 1, conversationId });
  expect(second.id).toBe(first.id);
  expect(await listDocuments(user.id, conversationId)).toEqual([
    { id: first.id, messageId: answer.id, title: 'Sourdough' },
  ]);
});

test('only a finished answer of the person’s own becomes a document', async () => {
  await expect(openAsDocument(user.id, question.id)).rejects.toMatchObject({ code: 'invalid' });
  await expect(openAsDocument(user.id, newId())).rejects.toMatchObject({ code: 'invalid' });
  await expect(openAsDocument(stranger.id, answer.id)).rejects.toMatchObject({ code: 'invalid' });
  await prisma.message.update({ where: { id: answer.id }, data: { content: '' } });
  await expect(open()).rejects.toMatchObject({ code: 'invalid' });
});

test('an edit names its version, and one of an earlier version is refused, except the same text again', async () => {
  const { id } = await open();
  expect(await edit(id, 'Mine', 1)).toEqual({ version: 2 });
  expect(await edit(id, 'Mine', 1)).toEqual({ version: 2 });
  await expect(edit(id, 'Of another tab', 1)).rejects.toMatchObject(CONFLICT);
  expect(await requireDocument(user.id, id)).toMatchObject({ content: 'Mine', version: 2 });
});

describe('versions', () => {
  test('keep what the assistant wrote, then one text for ten minutes of typing, and what was put away', async () => {
    const { id } = await open();
    await edit(id, 'One', 1);
    await edit(id, 'Two', 2);
    await edit(id, 'Three', 3);
    expect(await textsOf(id)).toEqual([TEXT]);
    await edit(id, 'Four', 4, { putAway: true });
    expect(await textsOf(id)).toEqual(['Three', TEXT]);
  });

  test('keep the text that the assistant got last, however recently it was typed', async () => {
    const { id } = await open();
    await edit(id, 'One', 1);
    await prisma.chatDocument.update({ where: { id }, data: { seenVersion: 2 } });
    await edit(id, 'Two', 2);
    expect(await textsOf(id)).toEqual(['One', TEXT]);
  });

  test('are restored over the text that the person saw, which is kept', async () => {
    const { id } = await open();
    await edit(id, 'Mine', 1);
    const { items } = await listDocumentVersions(user.id, id, null);
    const versionId = items[0]!.id;
    await expect(restoreDocumentVersion(user.id, id, versionId, 1)).rejects.toMatchObject(CONFLICT);
    const restored = await restoreDocumentVersion(user.id, id, versionId, 2);
    expect(restored).toEqual({ title: 'Sourdough', content: TEXT, version: 3 });
    expect(await textsOf(id)).toEqual(['Mine', TEXT]);
  });

  test('come in pages, and at most a hundred are kept', async () => {
    const { id } = await open();
    for (let version = 1; version <= 105; version += 1) {
      await edit(id, `Text ${version}`, version, { putAway: true });
    }
    const first = await listDocumentVersions(user.id, id, null);
    const second = await listDocumentVersions(user.id, id, first.cursor);
    expect([...first.items, ...second.items]).toHaveLength(40);
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(40);
    expect(await prisma.chatDocumentVersion.count({ where: { documentId: id } })).toBe(100);
  });
});

test('a deleted document can be restored for an hour, unless its answer was opened again', async () => {
  const { id } = await open();
  await deleteDocument(user.id, id);
  await expect(requireDocument(user.id, id)).rejects.toMatchObject(GONE);
  expect(await listDocuments(user.id, conversationId)).toEqual([]);
  expect(await undoDocumentDeletion(user.id, id)).toMatchObject({ id, content: TEXT });

  await deleteDocument(user.id, id);
  const again = await open();
  expect(again.id).not.toBe(id);
  await expect(undoDocumentDeletion(user.id, id)).rejects.toMatchObject(CONFLICT);
  await purgeDocuments(new Date(Date.now() + 2 * HOUR_MS));
  expect(await prisma.chatDocument.findMany({ where: { userId: user.id } })).toMatchObject([
    { id: again.id },
  ]);
});

test('a document goes with its conversation, and nothing of it is left when that is removed', async () => {
  const { id } = await open();
  await edit(id, 'Mine', 1);
  await deleteConversations(user.id, [conversationId]);
  await expect(requireDocument(user.id, id)).rejects.toMatchObject(GONE);
  await expect(edit(id, 'Later', 2)).rejects.toMatchObject(GONE);
  await prisma.conversation.delete({ where: { id: conversationId } });
  expect(await prisma.chatDocument.count({ where: { userId: user.id } })).toBe(0);
  expect(await prisma.chatDocumentVersion.count({ where: { userId: user.id } })).toBe(0);
});

test('a document that an import left without a conversation is removed with its end', async () => {
  const { id } = await open();
  await prisma.chatDocument.update({ where: { id }, data: { conversationId: null } });
  await transaction((tx) => removeStrayDocuments(tx, stranger.id));
  expect(await prisma.chatDocument.count({ where: { id } })).toBe(1);
  await transaction((tx) => removeStrayDocuments(tx, user.id));
  expect(await prisma.chatDocument.count({ where: { id } })).toBe(0);
});

test('another person’s document isn’t there for any request', async () => {
  const { id } = await open();
  await edit(id, 'Mine', 1);
  const { items } = await listDocumentVersions(user.id, id, null);
  const versionId = items[0]!.id;
  const attempts = [
    () => requireDocument(stranger.id, id),
    () => editDocument(stranger.id, id, { title: 'Stolen', content: 'Stolen', version: 2 }),
    () => changeFormat(stranger.id, id, 'article'),
    () => deleteDocument(stranger.id, id),
    () => undoDocumentDeletion(stranger.id, id),
    () => listDocumentVersions(stranger.id, id, null),
    () => readDocumentVersion(stranger.id, id, versionId),
    () => restoreDocumentVersion(stranger.id, id, versionId, 2),
    () => saveAsContent(stranger.id, id),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(GONE);
  expect(await requireDocument(user.id, id)).toMatchObject({ content: 'Mine', format: null });
});

describe('saving as content', () => {
  test('makes one content in the category of its format, and the document names it', async () => {
    const { id: profileId } = await createProfile(user);
    await prisma.conversation.update({ where: { id: conversationId }, data: { profileId } });
    const { id } = await open();
    await changeFormat(user.id, id, 'promotion');
    const { item, isNew } = await saveAsContent(user.id, id);
    expect(item).toMatchObject({ category: 'email', title: 'Sourdough', format: 'promotion' });
    expect(isNew).toBe(true);
    expect((await requireContent(user.id, item.id)).profileId).toBe(profileId);
    expect(await requireDocument(user.id, id)).toMatchObject({
      contentId: item.id,
      savedVersion: 1,
    });
    // A repeated request whose first response was lost.
    expect(await saveAsContent(user.id, id)).toEqual({ item, isNew: false });
  });

  test('replaces its text after another edit, and keeps what the content had as a version', async () => {
    const { id } = await open();
    const first = await saveAsContent(user.id, id);
    expect(first.item.category).toBe('longform');
    await edit(id, 'Edited', 1);
    const second = await saveAsContent(user.id, id);
    expect(second).toMatchObject({ item: { id: first.item.id, version: 2 }, isNew: false });
    const where = { contentId: first.item.id };
    expect(await prisma.savedContentVersion.findMany({ where })).toMatchObject([{ content: TEXT }]);
  });

  test('makes a new content when the first one was deleted', async () => {
    const { id } = await open();
    const first = await saveAsContent(user.id, id);
    await deleteContent(user.id, first.item.id);
    const second = await saveAsContent(user.id, id);
    expect(second.isNew).toBe(true);
    expect(second.item.id).not.toBe(first.item.id);
  });
});
