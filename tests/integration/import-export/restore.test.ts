import { readFile } from 'node:fs/promises';

import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

// Registers all features, which an import of an archive needs.
import '~/lifecycle.server';
import { readLora } from '~/features/media/loras/lora-actions.server';
import { openArchive } from '~/features/import-export/archive/open-archive.server';
import { archiveIdOf } from '~/features/import-export/archive/archive-ids.server';
import { openZip } from '~/features/import-export/zip/open-zip.server';
import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import { currentSequence } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import { archiveOf, type ArchiveContent } from '../../factories/doctored-archive';
import { createComponent, createProfile } from '../../factories/profiles';
import { createContent } from '../../factories/saved-content';
import { createUser, type TestUser } from '../../factories/users';
import { smallWeights } from '../../fakes/trainings';
import { everyRow, fillTables } from '../accounts/filled-tables';
import { ask } from '../media/world';

const MOMENT = '2025-03-04T05:06:07.890Z';
const TIMES = { createdAt: MOMENT, updatedAt: MOMENT };

let user: TestUser;
beforeEach(async () => {
  user = await createUser();
});

async function restore(content: ArchiveContent, { id }: { id: UserScope } = user) {
  const source = await openArchive(await openZip(archiveOf(content)));
  return source.restore!({ userId: id, signal: new AbortController().signal });
}

function rowsOf<Row = Record<string, unknown>>(table: string, { id } = { id: user.id }) {
  return sql.query<Row>(`SELECT * FROM ${table} WHERE user_id = $1::uuid ORDER BY id`, [id]);
}

const keysOf = async (prefix: string) =>
  (await (await objects()).list(`${prefix}/${user.id}/`)).objects.map(({ key }) => key);

async function bytesOf(key: string): Promise<Buffer> {
  const { body } = await (await objects()).get(key);
  return Buffer.concat((await body.toArray()) as Buffer[]);
}

const png = (shade = 1) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 9, b: 9 } } })
    .png()
    .toBuffer();

const aPrompt = (more = {}) => ({ id: newId(), name: 'Plan', text: 'Plan it', ...TIMES, ...more });
const aContent = (more = {}) => ({
  id: newId(),
  category: 'social',
  folderId: null,
  title: 'Spring',
  content: 'Everything',
  format: 'linkedin-post',
  version: 3,
  ...TIMES,
  ...more,
});
const aComponent = (more = {}) => ({
  id: newId(),
  name: 'Story',
  whatYouDo: 'Bread',
  whatMakesYouDifferent: '',
  brandVoice: 'Warm',
  ...TIMES,
  ...more,
});
const aProfile = (more = {}) => ({
  id: newId(),
  name: 'Bakery',
  brandStoryId: null,
  customerJourneyId: null,
  solutionSuiteId: null,
  campaignFrameworkId: null,
  ...TIMES,
  ...more,
});
const aBrief = (more = {}) => ({
  id: newId(),
  kind: 'variants',
  formatIds: ['linkedin-post'],
  variants: 2,
  profileId: null,
  topic: 'Rye',
  audience: '',
  goal: '',
  tone: '',
  length: 'short',
  language: '',
  keywords: ['rye'],
  callToAction: '',
  createdAt: MOMENT,
  ...more,
});
const aVariant = (briefId: string, more = {}) => ({
  id: newId(),
  briefId,
  format: 'linkedin-post',
  position: 0,
  content: 'As written',
  edited: null,
  version: 2,
  editedAt: null,
  replacedAt: null,
  savedContentId: null,
  savedVersion: null,
  createdAt: MOMENT,
  state: 'done',
  model: 'a-model',
  usedTokens: 1_000_000,
  ...more,
});
const anItem = (more = {}) => ({
  id: newId(),
  origin: 'made',
  kind: 'image',
  name: '',
  type: 'image/png',
  width: 1,
  height: 1,
  durationMs: null,
  bytes: 1,
  prompt: 'A loaf',
  model: 'gpt-image-2',
  seed: 7,
  metadata: { revisedPrompt: 'A fine loaf', provider: 'openai' },
  favourite: true,
  createdAt: MOMENT,
  loraId: null,
  ...more,
});
const aLora = (more = {}) => ({
  id: newId(),
  name: 'Our bread',
  triggerWord: 'RYE',
  steps: 900,
  rank: 8,
  rightsConfirmedAt: MOMENT,
  providerVersion: null,
  trainingSeconds: 3,
  weightsBytes: null,
  trainedAt: null,
  createdAt: MOMENT,
  ...more,
});
const aLoraImage = (loraId: string, more = {}) => ({
  id: newId(),
  loraId,
  name: 'one.png',
  type: 'image/png',
  width: 1,
  height: 1,
  bytes: 1,
  sha256: 'a'.repeat(64),
  caption: 'A loaf',
  createdAt: MOMENT,
  ...more,
});

/** An archive with one row of each section, which refer to one another, and their files. */
async function completeArchive() {
  const story = aComponent();
  const profile = aProfile({ brandStoryId: story.id });
  const folder = { id: newId(), category: 'social', name: 'Offers', createdAt: MOMENT };
  const content = aContent({ folderId: folder.id });
  const version = {
    id: newId(),
    contentId: content.id,
    title: 'Before',
    content: 'Less',
    writtenAt: MOMENT,
    createdAt: MOMENT,
  };
  const brief = aBrief({ profileId: profile.id });
  const variant = aVariant(brief.id, { savedContentId: content.id, savedVersion: 2 });
  const lora = aLora({ trainedAt: MOMENT, weightsBytes: 1 });
  const item = anItem({ loraId: lora.id });
  const video = anItem({ kind: 'video', type: 'video/mp4', metadata: { poster: true } });
  const loraImage = aLoraImage(lora.id);
  const image = await png();
  return {
    sections: {
      prompts: [aPrompt()],
      hiddenStarters: [{ id: 'no-such-starter' }],
      folders: [{ id: newId(), name: 'Work', createdAt: MOMENT }],
      brandStories: [story],
      profiles: [profile],
      savedContentFolders: [folder],
      savedContents: [content],
      savedContentVersions: [version],
      briefs: [brief],
      pieces: [variant, aVariant(brief.id, { position: 1, edited: 'Mine', editedAt: MOMENT })],
      loras: [lora],
      loraImages: [loraImage],
      mediaItems: [item, video],
      preferences: [
        {
          id: newId(),
          firstName: 'Eve',
          lastName: 'Other',
          timeZone: null,
          chosenTimeZone: 'Europe/Oslo',
          selectedProfileId: profile.id,
          pictureId: newId(),
        },
      ],
    },
    files: {
      [`loras/${lora.id}.safetensors`]: smallWeights(),
      [`loraImages/${loraImage.id}.png`]: image,
      [`media/${item.id}.png`]: image,
      [`media/${video.id}.mp4`]: await readFile('tests/fixtures/videos/avc.mp4'),
      [`media/${video.id}-poster.webp`]: await sharp(image).webp().toBuffer(),
      'account/picture.webp': await sharp(image).resize(256, 256).webp().toBuffer(),
    },
  } satisfies ArchiveContent;
}

const ONE_OF_EACH = {
  prompts: 1,
  folders: 1,
  brandStories: 1,
  profiles: 1,
  savedContentFolders: 1,
  savedContents: 1,
  savedContentVersions: 1,
  briefs: 1,
  pieces: 2,
  loras: 1,
  loraImages: 1,
  mediaItems: 2,
  preferences: 1,
};

describe('a restored archive', () => {
  test('has the same rows with the same references and files, and makes tabs reload', async () => {
    const archive = await completeArchive();
    const before = await currentSequence(sql, user.id);
    expect(await restore(archive)).toEqual({ others: ONE_OF_EACH, remarks: [] });
    expect(await currentSequence(sql, user.id)).toBe(before + 2);

    const at = new Date(MOMENT);
    const [story] = await rowsOf('brand_stories');
    const [profile] = await rowsOf('profiles');
    expect(story).toMatchObject({ whatYouDo: 'Bread', brandVoice: 'Warm', createdAt: at });
    expect(profile).toMatchObject({ name: 'Bakery', brandStoryId: story!.id, updatedAt: at });
    const [folder] = await rowsOf('saved_content_folders');
    const [content] = await rowsOf('saved_contents');
    expect(content).toMatchObject({
      folderId: folder!.id,
      format: 'linkedin-post',
      version: 3,
      createdAt: at,
    });
    expect(await rowsOf('saved_content_versions')).toMatchObject([
      { contentId: content!.id, title: 'Before', writtenAt: at },
    ]);
    const [brief] = await rowsOf('briefs');
    expect(brief).toMatchObject({ profileId: profile!.id, topic: 'Rye', keywords: ['rye'] });
    expect(await rowsOf('pieces')).toMatchObject([
      { briefId: brief!.id, savedContentId: content!.id, savedVersion: 2, edited: null },
      { briefId: brief!.id, position: 1, edited: 'Mine', editedAt: at },
    ]);
    expect(await rowsOf('generations')).toMatchObject([
      { state: 'done', model: 'a-model', usedTokens: 0 },
      { state: 'done' },
    ]);
    const [lora] = await rowsOf<{ id: string }>('loras');
    expect(lora).toMatchObject({ name: 'Our bread', triggerWord: 'RYE', steps: 900, rank: 8 });
    expect(lora).toMatchObject({ trainedAt: at, weightsBytes: smallWeights().length });
    expect(await bytesOf(`loras/${user.id}/${lora!.id}/weights/file`)).toEqual(smallWeights());
    expect(await readLora(user.id, lora!.id)).toMatchObject({ state: 'ready', elsewhere: true });
    // It is still where it was trained, so the message doesn't call it lost.
    await expect(ask(user.id, { loraId: lora!.id })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('trained elsewhere') as string,
    });
    expect(await rowsOf('lora_images')).toMatchObject([{ loraId: lora!.id, caption: 'A loaf' }]);
    // Their order is undefined, because they were created in the same millisecond.
    const items = await rowsOf<{ id: string; kind: string }>('media_items');
    const [first, second] = items.toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(first).toMatchObject({
      type: 'image/png',
      width: 64,
      height: 48,
      prompt: 'A loaf',
      seed: 7,
      favourite: true,
      metadata: { revisedPrompt: 'A fine loaf', provider: 'openai' },
      loraId: lora!.id,
      createdAt: at,
    });
    const [item, video] = archive.sections.mediaItems;
    expect(await bytesOf(`media/${user.id}/${first!.id}/file`)).toEqual(
      archive.files[`media/${item!.id}.png`],
    );
    expect(second).toMatchObject({ kind: 'video', type: 'video/mp4', metadata: { poster: true } });
    expect(await bytesOf(`media/${user.id}/${second!.id}/file`)).toEqual(
      archive.files[`media/${video!.id}.mp4`],
    );
    const [me] = await sql.query<{ pictureId: string }>('SELECT * FROM users WHERE id = $1', [
      user.id,
    ]);
    expect(me).toMatchObject({
      firstName: 'Ada',
      chosenTimeZone: 'Europe/Oslo',
      selectedProfileId: profile!.id,
    });
    expect(await bytesOf(`account-pictures/${user.id}/${me!.pictureId}`)).toEqual(
      archive.files['account/picture.webp'],
    );
  });

  test('of a release that had fewer brand fields has the new ones empty', async () => {
    const story: Record<string, unknown> = aComponent();
    delete story.brandVoice;
    const { others, remarks } = await restore({ sections: { brandStories: [story] } });
    expect({ others, remarks }).toEqual({ others: { brandStories: 1 }, remarks: [] });
    const [row] = await rowsOf('brand_stories');
    expect(row).toMatchObject({ whatYouDo: 'Bread', brandVoice: '' });
  });

  test('adds nothing when it is restored again, and is independent for another user', async () => {
    const archive = await completeArchive();
    await restore(archive);
    const all = await everyRow();
    const keys = await keysOf('media');
    expect(await restore(archive)).toEqual({ others: {}, remarks: [] });
    expect(await everyRow()).toEqual(all);
    expect(await keysOf('media')).toEqual(keys);

    const other = await createUser();
    expect((await restore(archive, other)).others).toEqual(ONE_OF_EACH);
    expect(await rowsOf('media_items')).toHaveLength(2);
    expect(await rowsOf('media_items', other)).toHaveLength(2);
  });

  test('duplicates nothing in its own account, and restores what was deleted there', async () => {
    const content = await createContent(user, { title: 'Mine' });
    const deleted = await createContent(user, { title: 'Deleted' });
    await sql.query('UPDATE saved_contents SET deleted_at = now() WHERE id = $1', [deleted.id]);
    const profile = await createProfile(user);
    const { others } = await restore({
      sections: {
        profiles: [aProfile({ id: profile.id, name: 'Other' })],
        savedContents: [
          aContent({ id: content.id, title: 'Theirs' }),
          aContent({ id: deleted.id, title: 'Theirs' }),
        ],
        briefs: [aBrief({ profileId: profile.id })],
      },
    });
    expect(others).toEqual({ savedContents: 1, briefs: 1 });
    expect(await rowsOf('saved_contents')).toMatchObject([
      { title: 'Mine', deletedAt: null },
      { title: 'Deleted', deletedAt: null },
    ]);
    expect(await rowsOf('profiles')).toMatchObject([{ name: 'Bakery' }]);
    expect(await rowsOf('briefs')).toMatchObject([{ profileId: profile.id }]);
  });

  test('gets a number after a name that is taken, and keeps the choices made in the account', async () => {
    const mine = await createProfile(user, { name: 'Mine' });
    await sql.query(
      `UPDATE users SET selected_profile_id = $2, chosen_time_zone = 'Asia/Tokyo' WHERE id = $1`,
      [user.id, mine.id],
    );
    await restore(await completeArchive());
    await restore(await completeArchive());
    const names = (await rowsOf('conversation_folders')).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Work', 'Work (2)']);
    expect((await rowsOf('saved_content_folders')).map(({ name }) => name).toSorted()).toEqual([
      'Offers',
      'Offers (2)',
    ]);
    const [me] = await sql.query('SELECT * FROM users WHERE id = $1', [user.id]);
    expect(me).toMatchObject({ selectedProfileId: mine.id, chosenTimeZone: 'Asia/Tokyo' });
  });
});

describe('a forged archive', () => {
  test('brings no role, tokens, subscription, session, share, or anything else that cannot be restored', async () => {
    const before = await everyRow();
    const forged = {
      id: user.id,
      userId: user.id,
      email: 'eve@example.com',
      isAdmin: true,
      emailVerified: true,
      tokenBalance: 1_000_000,
      trialToken: 1_000_000,
      balanceDelta: 1_000_000,
      subscriptionStatus: 'active',
      ...TIMES,
    };
    const names = [
      'account',
      'users',
      'balance',
      'ledger',
      'monthlyAllowance',
      'subscriptions',
      'purchases',
      'sessions',
      'shares',
      'sharedConversations',
      'auditEntries',
      'mediaJobs',
      '__proto__x',
      'constructor',
      '../prompts',
    ];
    const sections = Object.fromEntries(names.map((name) => [name, [forged]]));
    const preferences = { ...forged, firstName: 'Eve', lastName: 'Eve', timeZone: 'UTC' };
    const { others } = await restore({
      sections: {
        ...sections,
        preferences: [
          { ...preferences, chosenTimeZone: null, selectedProfileId: null, pictureId: null },
        ],
      },
      manifest: { isAdmin: true, account: { name: 'Eve', email: user.email, isAdmin: true } },
    });
    expect(others).toEqual({});
    expect(await everyRow()).toEqual(before);
  });

  test('reaches no row and no file of another user, whatever it refers to', async () => {
    const other = await createUser();
    await fillTables(other.id);
    const theirStory = await createComponent(other, 'brandStory', { name: 'Secret' });
    const theirProfile = await createProfile(other, { name: 'Secret' });
    const theirContent = await createContent(other, { title: 'Secret' });
    const idOf = async (table: string) => String((await rowsOf(table, other))[0]!.id);
    const [theirFolder, theirPrompt, theirLora, theirItem, theirBrief] = await Promise.all(
      ['saved_content_folders', 'prompts', 'loras', 'media_items', 'briefs'].map(idOf),
    );
    const ofOther = async () =>
      [...(await everyRow())].map(([table, rows]) => [
        table,
        rows.filter((row) => row.includes(other.id)),
      ]);
    const before = await ofOther();
    const image = await png();
    const userId = other.id;

    const { others } = await restore({
      sections: {
        prompts: [aPrompt({ id: theirPrompt, userId })],
        brandStories: [aComponent({ id: theirStory, userId })],
        profiles: [
          aProfile({ id: theirProfile.id, brandStoryId: theirStory, userId }),
          aProfile({ customerJourneyId: await idOf('customer_journeys') }),
        ],
        savedContents: [aContent({ id: theirContent.id, folderId: theirFolder, userId })],
        savedContentVersions: [
          {
            id: newId(),
            contentId: theirContent.id,
            title: 'Mine',
            content: 'Mine',
            writtenAt: MOMENT,
            createdAt: MOMENT,
          },
        ],
        briefs: [aBrief({ profileId: await idOf('profiles') })],
        pieces: [aVariant(theirBrief!)],
        loras: [
          aLora({
            providerVersion: 'them/secret:1',
            providerModel: 'them/secret',
            providerTraining: 'secret',
            weightsKey: `loras/${other.id}/${theirLora}/weights/file`,
          }),
        ],
        loraImages: [aLoraImage(theirLora!)],
        mediaItems: [
          anItem({
            id: theirItem,
            loraId: theirLora,
            jobId: newId(),
            objectKey: 'media/x',
            userId,
          }),
        ],
        preferences: [
          {
            id: other.id,
            firstName: '',
            lastName: '',
            timeZone: null,
            chosenTimeZone: null,
            selectedProfileId: theirProfile.id,
            pictureId: null,
          },
        ],
      },
      files: { [`media/${theirItem}.png`]: image },
    });
    expect(await ofOther()).toEqual(before);
    // Its own rows are restored for this user, without the references.
    expect(others).toEqual({
      prompts: 1,
      brandStories: 1,
      profiles: 2,
      savedContents: 1,
      savedContentVersions: 1,
      briefs: 1,
      loras: 1,
      mediaItems: 1,
      preferences: 1,
    });
    const [story] = await rowsOf('brand_stories');
    expect(story).toMatchObject({
      id: archiveIdOf(user.id, 'brandStories', theirStory),
      name: 'Story',
    });
    expect(await rowsOf('profiles')).toMatchObject([
      { brandStoryId: story!.id },
      { customerJourneyId: null },
    ]);
    expect(await rowsOf('saved_contents')).toMatchObject([{ folderId: null }]);
    expect(await rowsOf('briefs')).toMatchObject([{ profileId: null }]);
    expect(await rowsOf('pieces')).toEqual([]);
    expect(await rowsOf('lora_images')).toEqual([]);
    expect(await rowsOf('loras')).toMatchObject([
      {
        providerModel: null,
        providerVersion: null,
        providerTraining: null,
        trainedAt: null,
        rightsConfirmedAt: null,
      },
    ]);
    expect(await rowsOf('media_items')).toMatchObject([{ loraId: null, jobId: null }]);
    const [me] = await sql.query('SELECT * FROM users WHERE id = $1', [user.id]);
    expect(me).toMatchObject({
      selectedProfileId: archiveIdOf(user.id, 'profiles', theirProfile.id),
    });
  });

  test('keeps to the same limits as forms', async () => {
    const brief = aBrief({ kind: 'campaign', variants: 1 });
    const { others, remarks } = await restore({
      sections: {
        prompts: [
          aPrompt({ name: 'a'.repeat(101) }),
          aPrompt({ name: 'N\0ul \ud800', text: 'x\0y', createdAt: '9999-01-01T00:00:00.000Z' }),
          aPrompt({ id: '../../etc/passwd' }),
          aPrompt({ createdAt: 'yesterday' }),
        ],
        folders: [{ id: newId(), name: ' '.repeat(9), createdAt: MOMENT }],
        brandStories: [aComponent({ whatYouDo: 'x'.repeat(20_001) })],
        savedContents: [
          aContent({ content: 'x'.repeat(200_001) }),
          aContent({ format: 'no-such-format', version: -4 }),
        ],
        briefs: [brief, aBrief({ keywords: ['x'.repeat(61)] }), aBrief({ formatIds: ['odd'] })],
        pieces: [
          aVariant(brief.id, { state: 'streaming' }),
          aVariant(brief.id, { content: 'Twice shown' }),
          aVariant(brief.id, { position: 5 }),
          aVariant(brief.id, { format: 'x-post' }),
        ],
        loras: [aLora({ steps: 1_000_000, rank: -1, triggerWord: 'two words' })],
      },
    });
    expect(others).toEqual({ prompts: 1, savedContents: 1, briefs: 1, pieces: 2, loras: 1 });
    expect(remarks).toHaveLength(9);
    expect(remarks).toContain(
      'Not imported: 2 prompts. The archive has no readable data for this.',
    );
    const [prompt] = await rowsOf<{ name: string; text: string; createdAt: Date }>('prompts');
    expect(prompt).toMatchObject({ name: 'Nul \ufffd', text: 'xy' });
    expect(prompt!.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await rowsOf('saved_contents')).toMatchObject([{ format: null, version: 1 }]);
    expect(await rowsOf('loras')).toMatchObject([{ steps: 1_000, rank: 16, triggerWord: '' }]);
    const variants = await rowsOf<{ replacedAt: Date | null }>('pieces');
    expect(variants.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
    // Their order is undefined, because they were created in the same millisecond.
    const states = (await rowsOf<{ state: string }>('generations')).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['done', 'interrupted']);
  });

  test('loses only the rows with values that the database rejects', async () => {
    const before = '0000-01-01T00:00:00.000Z';
    const { others, remarks } = await restore({
      sections: {
        prompts: [aPrompt({ createdAt: before }), aPrompt()],
        savedContents: [aContent({ updatedAt: before }), aContent()],
      },
    });
    expect(others).toEqual({ prompts: 1, savedContents: 1 });
    expect(remarks).toEqual([
      'Not imported: 1 prompt. The archive has no readable data for this.',
      'Not imported: 1 piece of saved content. The archive has no readable data for this.',
    ]);
  });

  test('restores no more of anything than a user may have', async () => {
    const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
    await sql.query(
      `INSERT INTO prompts (id, user_id, name, text)
       SELECT gen_random_uuid(), $1::uuid, 'P', 'T' FROM generate_series(1, 499)`,
      [user.id],
    );
    await sql.query(
      `INSERT INTO profiles (id, user_id, name)
       SELECT gen_random_uuid(), $1::uuid, 'P' FROM generate_series(1, 99)`,
      [user.id],
    );
    const { others, remarks } = await restore({
      sections: {
        prompts: many(4, aPrompt),
        profiles: many(4, aProfile),
        savedContentFolders: many(33, () => ({
          id: newId(),
          category: 'email',
          name: 'Same',
          createdAt: MOMENT,
        })),
      },
    });
    expect(others).toEqual({ prompts: 1, profiles: 1, savedContentFolders: 30 });
    expect(remarks).toHaveLength(3);
    expect(remarks.join()).toContain('3 prompts');
  });
});

describe('files of an archive', () => {
  test('are checked like uploads: other kinds are refused, and only the pixels are kept', async () => {
    const [page, svg, tagged, gone] = [anItem(), anItem(), anItem(), anItem()];
    const exif = { IFD0: { Copyright: 'somebody' } };
    const withExif = await sharp(await png())
      .withExif(exif)
      .png()
      .toBuffer();
    const lora = aLora({ trainedAt: MOMENT, weightsBytes: 3 });
    const { others, remarks } = await restore({
      sections: { mediaItems: [page, svg, tagged, gone], loras: [lora] },
      files: {
        [`media/${page.id}.png`]: '<!doctype html><script>alert(1)</script>',
        [`media/${svg.id}.png`]: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        [`media/${tagged.id}.png`]: withExif,
        [`loras/${lora.id}.safetensors`]: 'MZ this is a program'.repeat(20),
      },
    });
    expect(others).toEqual({ mediaItems: 1, loras: 1 });
    expect(remarks).toEqual([
      '“Our bread” was imported without its weights, which are missing from the archive.',
      'Not imported: 3 images and videos. A file in the archive is missing, damaged, or of an unsupported type.',
    ]);
    const [item] = await rowsOf<{ id: string }>('media_items');
    const stored = await bytesOf(`media/${user.id}/${item!.id}/file`);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(await keysOf('media')).toHaveLength(4);
    expect(await keysOf('loras')).toEqual([]);
    expect(await rowsOf('loras')).toMatchObject([{ trainedAt: null, weightsBytes: null }]);
  });

  test('that are logos don’t keep a brand from coming back: not one that is missing, nor an odd color', async () => {
    const [logoId, headingFont] = [newId(), 'x'.repeat(100)];
    const odd = { primaryColor: 'url(//x)', accentColor: '#ABC', headingFont };
    const [lost, whole] = [aProfile({ logoId, ...odd }), aProfile({ logoId, bodyFont: 'Lora' })];
    const { others, remarks } = await restore({
      sections: { profiles: [lost, whole] },
      files: { [`profiles/${whole.id}/logo.webp`]: await png() },
    });
    expect(others).toEqual({ profiles: 2 });
    expect(remarks).toEqual([
      'A brand’s logo is missing or damaged, so the brand came back without it.',
    ]);
    const rows = await rowsOf('profiles');
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ logoId: null, primaryColor: '', accentColor: '#aabbcc', headingFont: '' },
      }),
    );
    const restored = rows.find(({ bodyFont }) => bodyFont === 'Lora');
    expect(await keysOf('brand-logos')).toEqual([
      `brand-logos/${user.id}/${String(restored?.logoId)}`,
    ]);
  });

  test('that are voice rules don’t keep a brand from coming back, and nor does an archive without any', async () => {
    const fine = {
      ...{ id: newId(), kind: 'avoid', terms: [' cheap '], replacement: '', max: null },
      ...{ person: null, formats: [], severity: 'must', reason: '' },
    };
    const odd = [{ ...fine, more: 1 }, { ...fine, kind: 'shout' }, 'x', null];
    const [withRules, broken] = [aProfile({ voiceRules: odd }), aProfile({ voiceRules: 'none' })];
    const { others } = await restore({ sections: { profiles: [withRules, broken, aProfile()] } });
    expect(others).toEqual({ profiles: 3 });
    const rules = (await rowsOf('profiles')).map(({ voiceRules }) => voiceRules);
    expect(rules).toHaveLength(3);
    expect(rules).toContainEqual([{ ...fine, terms: ['cheap'], exceptions: [] }]);
    expect(rules.filter((stored) => JSON.stringify(stored) === '[]')).toHaveLength(2);
  });

  test('count against the storage quota, and leave nothing when there is no room', async () => {
    const quota = env().STORAGE_QUOTA;
    onTestFinished(() => void Object.assign(env(), { STORAGE_QUOTA: quota }));
    Object.assign(env(), { STORAGE_QUOTA: 100 });
    const [item, lora] = [anItem(), aLora({ trainedAt: MOMENT, weightsBytes: 3 })];
    const { others, remarks } = await restore({
      sections: { mediaItems: [item], loras: [lora] },
      files: {
        [`media/${item.id}.png`]: await png(),
        [`loras/${lora.id}.safetensors`]: smallWeights(),
      },
    });
    expect(others).toEqual({});
    expect(remarks).toHaveLength(2);
    expect(await keysOf('media')).toEqual([]);
    expect(await keysOf('loras')).toEqual([]);
  });

  test('that differ from the manifest are left out, and the others are restored', async () => {
    const [item, prompt] = [anItem(), aPrompt()];
    const image = await png();
    const { others, remarks } = await restore({
      sections: { mediaItems: [item], prompts: [prompt], folders: [] },
      files: { [`media/${item.id}.png`]: image },
      tampered: {
        [`files/media/${item.id}.png`]: await png(2),
        'data/prompts.json': JSON.stringify([{ ...prompt, name: 'Forged' }]),
        'data/folders.json': null,
      },
    });
    expect(others).toEqual({});
    expect(remarks).toHaveLength(3);
    expect(remarks.join()).toContain('“data/prompts.json”');
  });

  test('are restored once when the object store is away and the restore is repeated', async () => {
    const item = anItem();
    const archive = {
      sections: { loras: [aLora()], mediaItems: [item] },
      files: { [`media/${item.id}.png`]: await png() },
    };
    const store = await objects();
    const { put } = store;
    store.put = () => Promise.reject(new Error('away'));
    await expect(restore(archive)).rejects.toThrow('away');
    store.put = put;
    expect((await restore(archive)).others).toEqual({ mediaItems: 1 });
    expect(await rowsOf('loras')).toHaveLength(1);
  });
});

test('an archive of a later version, or without a list of its contents, is refused', async () => {
  await expect(restore({ manifest: { version: 2 } })).rejects.toMatchObject({
    code: 'invalid',
    userMessage: expect.stringContaining('newer version') as string,
  });
  for (const manifest of ['', '{}', '{"format":"brandwright-archive","files":[\n]}', null]) {
    await expect(restore({ tampered: { 'manifest.json': manifest } })).rejects.toMatchObject({
      code: 'invalid',
    });
  }
});
