import { beforeEach, describe, expect, test } from 'vitest';

import { currentSequence } from '~/engine/events/index.server';
import { purgeContents } from '~/features/copywriting/library/content/content-actions.server';
import { createFolder } from '~/features/copywriting/library/folders/folder-actions.server';
import {
  changeFormat,
  deleteContent,
  duplicateContent,
  editContent,
  ignoreInContent,
  moveContent,
  saveContent,
  undoContentDeletion,
} from '~/features/copywriting/library/content/content-actions.server';
import {
  downloadContent,
  openContent,
  requireContent,
} from '~/features/copywriting/library/content/open-content.server';
import {
  deleteFolder,
  renameFolder,
} from '~/features/copywriting/library/folders/folder-actions.server';
import { listSaved, savedOverview } from '~/features/copywriting/library/list/list-contents.server';
import { MAX_VERSIONS } from '~/features/copywriting/library/versions/version';
import {
  listContentVersions,
  readContentVersion,
  restoreVersion,
} from '~/features/copywriting/library/versions/version-actions.server';
import { prisma, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS, MINUTE_MS } from '~/lib/time';

import { createConversation, createMessages } from '../../factories/conversations';
import { createProfile } from '../../factories/profiles';
import { createContent } from '../../factories/saved-content';
import { createUser } from '../../factories/users';

const NOT_FOUND = { code: 'not-found' };
const CONFLICT = { code: 'conflict' };

let user: { id: UserScope };
let stranger: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  stranger = await createUser();
});

async function titlesIn(key: string): Promise<string[]> {
  return (await savedOverview(user.id)).pages[key]?.items.map(({ title }) => title) ?? [];
}

const SOCIAL = { category: 'social', folderId: null } as const;

describe('the format of a content', () => {
  test('is kept by edits, versions, moves, and duplicates', async () => {
    const saved = await saveContent(user.id, {
      ...SOCIAL,
      title: 'One',
      content: 'One',
      format: 'x-post',
    });
    expect(saved.format).toBe('x-post');
    const edit = { title: 'Two', content: 'Two', version: 1 };
    expect((await editContent(user.id, saved.id, edit)).format).toBe('x-post');
    const [version] = (await listContentVersions(user.id, saved.id, null)).items;
    await restoreVersion(user.id, saved.id, version!.id, 2);
    await moveContent(user.id, saved.id, { category: 'email', folderId: null });
    expect((await duplicateContent(user.id, saved.id)).format).toBe('x-post');
    expect((await requireContent(user.id, saved.id)).format).toBe('x-post');
  });

  test('can be set later by its owner, without a new version of the text', async () => {
    const { id } = await createContent(user);
    expect((await requireContent(user.id, id)).format).toBeNull();
    const before = await currentSequence(sql, user.id);
    const item = await changeFormat(user.id, id, 'linkedin-post');
    expect(item).toMatchObject({ format: 'linkedin-post', version: 1 });
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
    await expect(changeFormat(stranger.id, id, null)).rejects.toMatchObject(NOT_FOUND);
    await expect(changeFormat(user.id, 'x', null)).rejects.toMatchObject(NOT_FOUND);
    expect((await requireContent(user.id, id)).format).toBe('linkedin-post');
    expect((await changeFormat(user.id, id, null)).format).toBeNull();
  });
});

describe('the findings that are ignored in a content', () => {
  test('are kept by edits, changed by their owner only, and limited in number', async () => {
    const { id } = await createContent(user);
    const ignore = (key: string, ignored = true, userId = user.id) =>
      ignoreInContent(userId, id, { key, ignored });
    const before = await currentSequence(sql, user.id);
    expect(await ignore('rule:cheap')).toEqual(['rule:cheap']);
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
    await editContent(user.id, id, { title: 'Sale', content: 'Cheap', version: 1 });
    expect((await requireContent(user.id, id)).ignoredFindings).toEqual(['rule:cheap']);
    await expect(ignore('rule:x', true, stranger.id)).rejects.toMatchObject(NOT_FOUND);
    expect(await ignore('rule:cheap', false)).toEqual([]);
    expect(await ignore('\0\ud800')).toEqual(['\ufffd']);

    const keys = Array.from({ length: 200 }, (_, index) => `rule:${index}`);
    await sql.query('UPDATE saved_contents SET ignored_findings = $2 WHERE id = $1', [id, keys]);
    await expect(ignore('rule:more')).rejects.toMatchObject({ code: 'invalid' });
    expect(await ignore('rule:0')).toHaveLength(200);
  });
});

describe('saving a content', () => {
  test('puts it first in its category, and publishes an event', async () => {
    await createContent(user, { createdAt: new Date(Date.now() - HOUR_MS) });
    const before = await currentSequence(sql, user.id);
    const item = await saveContent(user.id, {
      ...SOCIAL,
      title: '  A \0 new\none ',
      content: 'Text\r\nof \ud800 two lines\0',
    });
    expect(item).toMatchObject({ title: 'A new one', version: 1, ...SOCIAL });
    expect(await titlesIn('social')).toEqual(['A new one', 'Spring sale']);
    const stored = await requireContent(user.id, item.id);
    expect(stored.content).toBe('Text\nof \ufffd two lines');
    expect(stored.createdAt).toBe(item.createdAt);
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
  });

  test.each([
    [{ title: ' \0 ', content: 'Text' }, 'Add a title.'],
    [{ title: 'Title', content: ' \n' }, 'Add some text.'],
    [{ title: 'Title', content: 'x'.repeat(200_001) }, /too long/],
  ])('is refused with the reason when the title or text is invalid (%#)', async (text, reason) => {
    const saving = saveContent(user.id, { ...SOCIAL, ...text });
    await expect(saving).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringMatching(reason) as string,
    });
  });

  test('of an answer keeps the brand that its conversation was grounded in, for its owner only', async () => {
    const { id: profileId } = await createProfile(user);
    const conversation = await createConversation(user);
    const [, answer] = await createMessages(conversation, ['Write about bread', 'Slow bread.']);
    const text = { ...SOCIAL, title: 'Bread', content: 'Slow bread.', generationId: answer!.id };
    const brandOf = async (owner: { id: UserScope }) =>
      (await requireContent(owner.id, (await saveContent(owner.id, text)).id)).profileId;
    expect(await brandOf(user)).toBeNull();
    const { id } = conversation;
    await prisma.conversation.update({ where: { id, userId: user.id }, data: { profileId } });
    expect(await brandOf(user)).toBe(profileId);
    expect(await brandOf(stranger)).toBeNull();
  });

  test('requires a folder of the user’s own in the same category', async () => {
    const { id: folderId } = await createFolder(user.id, { category: 'social', name: 'Spring' });
    const text = { title: 'Title', content: 'Text' };
    const saved = await saveContent(user.id, { category: 'social', folderId, ...text });
    expect(saved.folderId).toBe(folderId);
    for (const [owner, category] of [
      [user, 'email'],
      [stranger, 'social'],
    ] as const) {
      const saving = saveContent(owner.id, { category, folderId, ...text });
      await expect(saving).rejects.toMatchObject(NOT_FOUND);
    }
  });
});

describe('a content', () => {
  test('can’t be read, changed, or deleted by another user', async () => {
    const { id } = await createContent(user);
    const folder = await createFolder(user.id, { category: 'social', name: 'Mine' });
    const edited = await editContent(user.id, id, { title: 'T', content: 'C', version: 1 });
    const [version] = (await listContentVersions(user.id, id, null)).items;
    const mine = await createContent(stranger);
    const attempts = [
      () => openContent(stranger.id, 'social', id),
      () => requireContent(stranger.id, id),
      () => editContent(stranger.id, id, { title: 'Theirs', content: 'x', version: 2 }),
      () => moveContent(stranger.id, id, SOCIAL),
      () => duplicateContent(stranger.id, id),
      () => downloadContent(stranger.id, id, 'markdown'),
      () => listContentVersions(stranger.id, id, null),
      () => readContentVersion(stranger.id, id, version!.id),
      // A version of the other user's content, by way of the stranger's own content.
      () => readContentVersion(stranger.id, mine.id, version!.id),
      () => restoreVersion(stranger.id, id, version!.id, 2),
      () => restoreVersion(stranger.id, mine.id, version!.id, 1),
      () => deleteContent(stranger.id, id),
      () => moveContent(stranger.id, mine.id, { category: 'social', folderId: folder.id }),
      () => renameFolder(stranger.id, folder.id, 'Theirs'),
      () => deleteFolder(stranger.id, folder.id),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    }
    await deleteContent(user.id, id);
    await expect(undoContentDeletion(stranger.id, id)).rejects.toMatchObject(NOT_FOUND);
    await undoContentDeletion(user.id, id);
    expect(await requireContent(user.id, id)).toMatchObject({
      title: 'T',
      version: edited.version,
    });
    const theirs = await savedOverview(stranger.id);
    expect(theirs.folders).toEqual([]);
    expect(theirs.pages.social?.items.map((item) => item.id)).toEqual([mine.id]);
    expect((await listSaved(stranger.id, { text: 'T' }, null)).items).toEqual([
      expect.objectContaining({ id: mine.id }),
    ]);
  });

  test.each(['', 'x', 'undefined', newId()])('with the id %j doesn’t exist', async (id) => {
    await expect(openContent(user.id, 'social', id)).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteContent(user.id, id)).rejects.toMatchObject(NOT_FOUND);
  });

  test('isn’t found in another category', async () => {
    const { id } = await createContent(user);
    await expect(openContent(user.id, 'email', id)).rejects.toMatchObject(NOT_FOUND);
    await expect(openContent(user.id, 'socialPosts', id)).rejects.toMatchObject(NOT_FOUND);
    const opened = await openContent(user.id, 'social', id);
    expect(opened.content.html).toContain('<p>Everything must go.</p>');
  });
});

describe('editing a content', () => {
  test('never overwrites a change that the editor hasn’t seen', async () => {
    const { id } = await createContent(user, { createdAt: new Date(Date.now() - MINUTE_MS) });
    const first = await editContent(user.id, id, { title: 'One', content: 'One', version: 1 });
    expect(first.version).toBe(2);
    const other = { title: 'Two', content: 'Two', version: 1 };
    await expect(editContent(user.id, id, other)).rejects.toMatchObject(CONFLICT);
    expect(await requireContent(user.id, id)).toMatchObject({ title: 'One', version: 2 });

    // Once the conflict has been seen, the text that this one replaces becomes a version, although it is only moments old.
    await editContent(user.id, id, { ...other, version: 2, putAway: true });
    const { items } = await listContentVersions(user.id, id, null);
    expect(items.map(({ title }) => title)).toEqual(['One', 'Spring sale']);
  });

  test('causes no conflict and no version when it is repeated because its response was lost', async () => {
    const { id } = await createContent(user);
    const edit = { title: 'One', content: 'One', version: 1 };
    await editContent(user.id, id, edit);
    const seq = await currentSequence(sql, user.id);
    expect((await editContent(user.id, id, edit)).version).toBe(2);
    expect(await currentSequence(sql, user.id)).toBe(seq);
  });

  test('at once in two tabs succeeds in one and is refused in the other', async () => {
    const { id } = await createContent(user);
    const results = await Promise.allSettled(
      ['One', 'Two'].map((title) =>
        editContent(user.id, id, { title, content: title, version: 1 }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('versions', () => {
  test('contain the text from before the edits, but not one for each pause in writing', async () => {
    const { id } = await createContent(user, { createdAt: new Date(Date.now() - HOUR_MS) });
    for (const version of [1, 2, 3]) {
      const text = `Edit ${version}`;
      await editContent(user.id, id, { title: text, content: text, version });
    }
    const { items } = await listContentVersions(user.id, id, null);
    expect(items.map(({ title }) => title)).toEqual(['Spring sale']);
    expect(await readContentVersion(user.id, id, items[0]!.id)).toEqual({
      title: 'Spring sale',
      content: 'Everything must go.',
    });
  });

  test('can be restored, which keeps the replaced text and refuses to overwrite an unseen one', async () => {
    const { id } = await createContent(user);
    await editContent(user.id, id, { title: 'New', content: 'New', version: 1 });
    const [old] = (await listContentVersions(user.id, id, null)).items;
    await expect(restoreVersion(user.id, id, old!.id, 1)).rejects.toMatchObject(CONFLICT);
    expect(await restoreVersion(user.id, id, old!.id, 2)).toEqual({
      title: 'Spring sale',
      content: 'Everything must go.',
      version: 3,
    });
    const { items } = await listContentVersions(user.id, id, null);
    expect(items.map(({ title }) => title)).toEqual(['New', 'Spring sale']);
  });

  test('come in pages without their texts, and are limited in number', async () => {
    const { id } = await createContent(user);
    for (let version = 1; version <= MAX_VERSIONS + 5; version += 1) {
      const title = `Edit ${version}`;
      await editContent(user.id, id, {
        title,
        content: 'x'.repeat(1_000) + version,
        version,
        putAway: true,
      });
    }
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listContentVersions(user.id, id, cursor);
      expect(JSON.stringify(page).length).toBeLessThan(4_000);
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(titles).toHaveLength(MAX_VERSIONS);
    expect(new Set(titles).size).toBe(MAX_VERSIONS);
    expect(titles[0]).toBe(`Edit ${MAX_VERSIONS + 4}`);
  });
});

describe('folders', () => {
  test('hold contents, which return to the category when the folder is deleted', async () => {
    const folder = await createFolder(user.id, { category: 'email', name: ' Welcome  series ' });
    expect(folder.name).toBe('Welcome series');
    const content = await createContent(user, { category: 'social' });
    const place = { category: 'email', folderId: folder.id } as const;
    expect(await moveContent(user.id, content.id, place)).toMatchObject({ ...place, version: 1 });
    expect(await titlesIn(folder.id)).toEqual(['Spring sale']);
    expect(await titlesIn('social')).toEqual([]);

    await renameFolder(user.id, folder.id, 'Hello');
    expect((await savedOverview(user.id)).folders).toEqual([{ ...folder, name: 'Hello' }]);

    await deleteFolder(user.id, folder.id);
    expect((await savedOverview(user.id)).folders).toEqual([]);
    expect(await titlesIn('email')).toEqual(['Spring sale']);
  });

  test('have a unique name in their category, regardless of case', async () => {
    await createFolder(user.id, { category: 'email', name: 'Ärger' });
    const again = createFolder(user.id, { category: 'email', name: 'ÄRGER' });
    await expect(again).rejects.toMatchObject(CONFLICT);
    const other = await createFolder(user.id, { category: 'email', name: 'Freude' });
    await expect(renameFolder(user.id, other.id, 'ärger')).rejects.toMatchObject(CONFLICT);
    await createFolder(user.id, { category: 'social', name: 'Ärger' });
    await createFolder(stranger.id, { category: 'email', name: 'Ärger' });
    const nameless = createFolder(user.id, { category: 'email', name: '  ' });
    await expect(nameless).rejects.toMatchObject({ code: 'invalid' });
  });

  test('are limited to thirty in a category, even when several are created at once', async () => {
    const created = await Promise.allSettled(
      Array.from({ length: 34 }, (_, n) =>
        createFolder(user.id, { category: 'email', name: `Folder ${n}` }),
      ),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect((await savedOverview(user.id)).folders).toHaveLength(30);
    await createFolder(user.id, { category: 'social', name: 'Folder 1' });
  });
});

describe('deleting a content', () => {
  test('can be undone until the job removes it for good', async () => {
    const { id } = await createContent(user);
    await deleteContent(user.id, id);
    expect(await titlesIn('social')).toEqual([]);
    expect((await listSaved(user.id, { text: 'spring' }, null)).items).toEqual([]);
    await expect(requireContent(user.id, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteContent(user.id, id)).rejects.toMatchObject(NOT_FOUND);
    await purgeContents(new Date());
    await undoContentDeletion(user.id, id);
    expect(await titlesIn('social')).toEqual(['Spring sale']);

    await deleteContent(user.id, id);
    await purgeContents(new Date(Date.now() + HOUR_MS + MINUTE_MS));
    await expect(undoContentDeletion(user.id, id)).rejects.toMatchObject(NOT_FOUND);
  });

  test('leaves its duplicate, which is in the same folder and titled as a copy', async () => {
    const folder = await createFolder(user.id, { category: 'social', name: 'Spring' });
    const { id } = await createContent(user, { folderId: folder.id });
    const copy = await duplicateContent(user.id, id);
    expect(copy).toMatchObject({ title: 'Spring sale (copy)', folderId: folder.id, version: 1 });
    await deleteContent(user.id, id);
    expect((await requireContent(user.id, copy.id)).content).toBe('Everything must go.');
  });
});

describe('a download', () => {
  const TITLE = '../Ärger "10%" <b>\r\nX-Evil: 1';
  const TEXT = '# Head\n\n<script>alert(1)</script> **bold** [x](javascript:alert(1))';

  test.each([
    ['markdown', 'text/markdown', 'md', TEXT],
    ['text', 'text/plain', 'txt', 'Head\n\n<script>alert(1)</script> bold x\n'],
  ] as const)(
    'as %s has the right type, file name, and text',
    async (format, type, extension, body) => {
      const { id } = await createContent(user, { title: TITLE, content: TEXT });
      const response = await downloadContent(user.id, id, format);
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const disposition = response.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(
        /^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w%.!~-]*$/,
      );
      const encoded = /filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? '';
      expect(decodeURIComponent(encoded)).toBe(`Ärger 10% b X-Evil 1.${extension}`);
      expect((await response.text()).trim()).toBe(body.trim());
    },
  );

  test('as a web page contains nothing that could run', async () => {
    const { id } = await createContent(user, { title: TITLE, content: TEXT });
    const response = await downloadContent(user.id, id, 'html');
    const page = await response.text();
    expect(page).not.toContain('<script');
    expect(page).not.toContain('javascript:');
    expect(page).not.toContain('<b>');
    expect(page).toContain('<strong>bold</strong>');
    expect(page).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });
});
