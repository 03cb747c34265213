import { beforeEach, expect, test } from 'vitest';

// Registers all features, which an import of an archive needs.
import '~/lifecycle.server';
import { archiveIdOf } from '~/features/import-export/archive/archive-ids.server';
import { isArchive } from '~/features/import-export/archive/archive-files.server';
import { listCandidates, listReport } from '~/features/import-export/imports/import-actions.server';
import { openSource } from '~/features/import-export/imports/open-source.server';
import { openZip } from '~/features/import-export/zip/open-zip.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { uploadedBytes } from '../../factories/chatgpt/uploaded';
import { createConversation, createMessages } from '../../factories/conversations';
import { archiveBytes, archiveOf } from '../../factories/doctored-archive';
import { zipOf } from '../../factories/files';
import { createProfile } from '../../factories/profiles';
import { createUser, type TestUser } from '../../factories/users';
import { everyRow } from '../accounts/filled-tables';
import { importArchive } from './import-archive';

const MOMENT = '2025-03-04T05:06:07.890Z';

let user: TestUser;
beforeEach(async () => {
  user = await createUser();
});

const aConversation = (more = {}) => ({
  id: newId(),
  title: 'Spring',
  lastMessage: 'Salt.',
  lastUpdated: MOMENT,
  originalCreationDate: null,
  createdAt: MOMENT,
  isPublic: false,
  activeLeafId: null,
  profileId: null,
  model: null,
  systemPrompt: '',
  pinnedAt: null,
  archivedAt: null,
  folderId: null,
  messageCount: 2,
  ...more,
});
const aMessage = (parentId: string | null, more = {}) => ({
  id: newId(),
  parentId,
  role: parentId === null ? 'user' : 'assistant',
  content: 'Words',
  model: null,
  timestamp: MOMENT,
  context: '',
  files: [],
  ...more,
});
const aTalk = (more = {}) => {
  const first = aMessage(null);
  return { row: aConversation(more), messages: [first, aMessage(first.id)] };
};

const conversationsOf = ({ id }: { id: string }) =>
  sql.query<Record<string, unknown>>(
    'SELECT * FROM conversations WHERE user_id = $1 ORDER BY title',
    [id],
  );

test('a conversation that refers to another user’s rows gets nothing of them', async () => {
  const other = await createUser();
  const theirs = await createConversation(other, { title: 'Secret' });
  const [said] = await createMessages(theirs, ['Secret', 'Answer']);
  const profile = await createProfile(other, { name: 'Secret' });
  const ofOther = async () =>
    [...(await everyRow())].map(([table, rows]) => [
      table,
      rows.filter((row) => row.includes(other.id)),
    ]);
  const before = await ofOther();
  const row = aConversation({
    id: theirs.id,
    userId: other.id,
    isPublic: true,
    profileId: profile.id,
    folderId: newId(),
    shareId: 'x',
    activeLeafId: said!.id,
    messageCount: 3,
  });
  const first = aMessage(null, { id: said!.id, conversationId: theirs.id, userId: other.id });
  const files = [
    { name: 'theirs.png', type: 'image/png', size: 9, id: newId() },
    { name: '../../etc/passwd', type: 'text/html', size: -9, id: null },
  ];
  const second = aMessage(first.id, { files, contentUrl: `messages/${other.id}/x/content-y` });
  const { id, result } = await importArchive(
    user.id,
    archiveBytes({ conversations: [{ row, messages: [first, second] }] }),
  );
  expect(await ofOther()).toEqual(before);
  expect(result).toMatchObject({ imported: 1, messages: 2, files: 0, missingFiles: 1 });
  const [mine] = await conversationsOf(user);
  expect(mine).toMatchObject({ isPublic: false, profileId: null, folderId: null });
  expect(mine!.id).not.toBe(theirs.id);
  const messages = await sql.query<Record<string, unknown>>(
    'SELECT * FROM messages WHERE user_id = $1 ORDER BY timestamp, id',
    [user.id],
  );
  expect(messages.map((message) => message.conversationId)).toEqual([mine!.id, mine!.id]);
  expect(messages.map((message) => message.contentUrl)).toEqual([null, null]);
  expect((await listReport(user.id, id, null)).items).toHaveLength(1);
});

test('a conversation keeps the profile and the folder that were imported with it', async () => {
  const [profileId, folderId] = [newId(), newId()];
  const times = { createdAt: MOMENT, updatedAt: MOMENT };
  const none = { brandStoryId: null, customerJourneyId: null, solutionSuiteId: null };
  await importArchive(
    user.id,
    archiveBytes({
      sections: {
        profiles: [{ id: profileId, name: 'B', ...none, campaignFrameworkId: null, ...times }],
        folders: [{ id: folderId, name: 'Work', createdAt: MOMENT }],
      },
      conversations: [aTalk({ profileId, folderId })],
    }),
  );
  expect(await conversationsOf(user)).toMatchObject([
    {
      profileId: archiveIdOf(user.id, 'profiles', profileId),
      folderId: archiveIdOf(user.id, 'folders', folderId),
    },
  ]);
});

test('a damaged or missing conversation is reported, and the others are imported', async () => {
  const [good, damaged, missing] = [
    aTalk({ title: 'Good' }),
    aTalk({ title: 'Damaged' }),
    aTalk({ title: 'Missing' }),
  ];
  const path = (talk: typeof good) => `conversations/${talk.row.id}.json`;
  const { id, found, result } = await importArchive(
    user.id,
    archiveBytes({
      conversations: [damaged, missing, good],
      tampered: { [path(damaged)]: `${' '.repeat(99)}[`, [path(missing)]: null },
    }),
  );
  expect(found).toMatchObject({ conversations: 3, fresh: 1, unreadable: 2 });
  expect(result).toMatchObject({ imported: 1 });
  expect(await conversationsOf(user)).toMatchObject([{ title: 'Good' }]);
  const { items } = await listCandidates(user.id, id, null);
  expect(items.map(({ title, standing }) => [title, standing])).toEqual([
    ['Damaged', 'unreadable'],
    ['Missing', 'unreadable'],
    ['Good', 'fresh'],
  ]);
});

test('changed bytes of a conversation are detected when it is read', async () => {
  const [good, forged] = [aTalk({ title: 'Good' }), aTalk({ title: 'Forged' })];
  const bytes = (word: string) =>
    [
      JSON.stringify({ ...forged.row, messages: [] }).slice(0, -2),
      `${JSON.stringify({ ...forged.messages[0], content: word })},`,
      JSON.stringify(forged.messages[1]),
      ']}',
      '',
    ].join('\n');
  const { id, result } = await importArchive(
    user.id,
    archiveBytes({
      conversations: [forged, good],
      // The same length as before.
      tampered: { [`conversations/${forged.row.id}.json`]: bytes('Wards') },
    }),
  );
  expect(result).toMatchObject({ imported: 1, skipped: 1 });
  expect(await conversationsOf(user)).toMatchObject([{ title: 'Good' }]);
  expect((await listReport(user.id, id, null)).items).toMatchObject([
    { title: 'Forged', remarks: ['It’s damaged in the archive.'] },
  ]);
});

test('messages in circles, duplicates, and messages without a parent are shown as far as possible', async () => {
  const [a, b] = [newId(), newId()];
  const first = aMessage(b, { id: a, role: 'user', content: 'First' });
  const messages = [
    first,
    aMessage(a, { id: b, content: 'Second' }),
    aMessage(b, { id: a, content: 'Twice' }),
    aMessage(newId(), { content: 'Lost' }),
    { id: 'no message' },
  ];
  const { id } = await importArchive(
    user.id,
    archiveBytes({ conversations: [{ row: aConversation(), messages }] }),
  );
  const stored = await sql.query<{ content: string; root: boolean }>(
    'SELECT content, parent_id IS NULL AS root FROM messages WHERE user_id = $1 ORDER BY content',
    [user.id],
  );
  expect(stored).toEqual([
    { content: 'First', root: true },
    { content: 'Lost', root: true },
    { content: 'Second', root: false },
  ]);
  const [line] = (await listReport(user.id, id, null)).items;
  expect(line!.remarks.join()).toContain('A message that cannot be read (2 times)');
});

test('an archive is recognized by its manifest, and refused together with other files', async () => {
  const archive = archiveOf({ conversations: [aTalk()] });
  expect((await openSource([archive])).service).toBe('brandwright');
  await expect(openSource([archive, archive])).rejects.toMatchObject({ code: 'invalid' });
  for (const manifest of ['{"format":"other","files":[\n]}', 'no JSON', '']) {
    const zip = uploadedBytes('x.zip', zipOf({ 'manifest.json': manifest, 'a.txt': 'b' }));
    expect(await isArchive(await openZip(zip))).toBe(false);
  }
});
