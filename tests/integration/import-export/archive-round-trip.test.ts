import { readFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Registers all features, which an import of an archive needs.
import '~/lifecycle.server';
import { archiveSections } from '~/engine/user-data/index.server';
import { chooseTimeZone } from '~/features/accounts/settings/settings-actions.server';
import { indexPage } from '~/features/brand/knowledge/chunks/index-page.server';
import { addFile, addSources } from '~/features/brand/knowledge/sources/add-source.server';
import { hashOf } from '~/features/brand/knowledge/sources/reading/store-page.server';
import { saveLook, serveLogo, setLogo } from '~/features/brand/look/look-actions.server';
import { addRules } from '~/features/brand/voice/voice-actions.server';
import { setOwnPhoto } from '~/features/accounts/photo/change-own-photo.server';
import { createFolder, createPrompt } from '~/features/chat/index.server';
import { moveOutLeftovers } from '~/features/chat/messages/message-overflow.server';
import { editDocument, openAsDocument } from '~/features/chat/documents/document-actions.server';
import { hideStarter } from '~/features/chat/prompts/prompt-actions.server';
import { fullText } from '~/features/chat/messages/message-objects.server';
import { createFolder as createContentFolder } from '~/features/copywriting/library/folders/folder-actions.server';
import { STARTERS } from '~/features/chat/prompts/starters';
import { archiveIdOf } from '~/features/import-export/archive/archive-ids.server';
import { workOn } from '~/features/import-export/imports/work/work-import.server';
import { listReport, removeImport } from '~/features/import-export/imports/import-actions.server';
import { makeExport } from '~/features/import-export/exports/make-export.server';
import { requestExport } from '~/features/import-export/exports/export-actions.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma, prismaTransaction, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { createConversation, createMessages } from '../../factories/conversations';
import { createComponent, createProfile } from '../../factories/profiles';
import { createContent } from '../../factories/saved-content';
import { createUser, type TestUser } from '../../factories/users';
import { smallWeights } from '../../fakes/trainings';
import { everyRow } from '../accounts/filled-tables';
import { png } from '../media/lora-world';
import { importArchive } from './import-archive';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-round-trip-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const LONG = 'Ünïcödé 🥖 '.repeat(60_000);
const WEB_PAGE = {
  ...{ number: 1, title: 'Salt', heading: '', passage: 'Salt is salt.' },
  address: 'https://salt.example/',
};
const AT = new Date('2025-03-04T05:06:07.890Z');

async function put(key: string, bytes: Buffer, type: string): Promise<void> {
  await (await objects()).put(key, bytes, { type });
}

async function bytesAt(key: string): Promise<Buffer> {
  const { body } = await (await objects()).get(key);
  return Buffer.concat((await body.toArray()) as Buffer[]);
}

/** An account with something of everything that can be restored. */
async function fill(user: TestUser): Promise<void> {
  const { id: userId } = user;
  const components = {
    brandStory: await createComponent(user, 'brandStory', {
      whatYouDo: 'Bread',
      brandVoice: 'Wärm',
    }),
    customerJourney: await createComponent(user, 'customerJourney', { idealCustomer: 'Hungry' }),
    solutionSuite: await createComponent(user, 'solutionSuite', { pricing: '3 €' }),
    campaignFramework: await createComponent(user, 'campaignFramework', { requirements: 'None' }),
  };
  const profile = await createProfile(user, { name: 'Bakery', ...components });
  const shared = { brandStory: components.brandStory };
  await createProfile(user, { name: 'Second bakery', ...shared });
  await prisma.user.update({ where: { id: userId }, data: { selectedProfileId: profile.id } });
  await saveLook(userId, profile.id, {
    version: 1,
    values: { primaryColor: '#1f5f4a', headingFont: 'Fraunces' },
  });
  await addRules(userId, profile.id, [
    {
      ...{ kind: 'prefer', terms: ['product'], replacement: 'brœd', max: null, person: null },
      ...{ formats: ['x-post'], severity: 'must', reason: 'Ünïcödé 🥖' },
    },
    {
      ...{ kind: 'emoji', terms: [], replacement: '', max: 0, person: null, formats: [] },
      ...{ severity: 'could', reason: '', exceptions: ['🥖'] },
    },
  ]);
  await setLogo(userId, profile.id, 'logo.png', Readable.from([await png(5, 90, 30)]));
  await fillSources(userId, profile.id);
  await chooseTimeZone(userId, 'Europe/Oslo');
  await setOwnPhoto(userId, 'me.png', Readable.from([await png(9)]));
  await createPrompt(userId, { name: 'Plan', text: 'Plan {{week|next week}}' });
  await hideStarter(userId, STARTERS[0]!.id);

  const folder = await createFolder(userId, 'Work');
  const plain = await createConversation(user, {
    title: 'Spring',
    folderId: folder.id,
    pinnedAt: AT,
    lastUpdated: AT,
  });
  await prisma.conversation.update({
    where: { id: plain.id },
    data: { profileId: profile.id, model: 'a/model', effort: 'high', systemPrompt: 'Be brief.' },
  });
  const said = await createMessages(plain, ['How?', 'With **flour**.', 'And?', 'Salt.']);
  await createMessages(plain, ['Otherwise?', 'With rye.'], said[1]!.id);
  await createMessages(plain, ['Or else?'], said[1]!.id);
  // The branch that is shown isn't the latest one.
  const shown = { activeLeafId: said[3]!.id, lastMessage: 'Salt.' };
  await prisma.conversation.update({ where: { id: plain.id }, data: shown });
  await attach(userId, said[2]!.id);
  await prisma.toolCall.createMany({
    data: (['done', 'failed'] as const).map((state, position) => ({
      ...{
        id: newId(),
        userId,
        messageId: said[3]!.id,
        round: 0,
        position,
        callId: `call_${position}`,
      },
      ...{ tool: 'web_search', input: '{"query":"salt"}', title: 'Web search: salt', state },
      ...{ output: '> Salt is salt.', note: '1 result', finishedAt: AT },
    })),
  });
  await prisma.citation.create({
    data: { userId, textId: said[3]!.id, numbers: [1], sources: [WEB_PAGE] },
  });
  const old = await createConversation(user, {
    title: '[ChatGPT] Old one',
    originalCreationDate: AT,
    archivedAt: AT,
  });
  await createMessages(old, ['Tell me all', LONG]);
  await moveOutLeftovers();

  const contentFolder = await createContentFolder(userId, { category: 'email', name: 'Offers' });
  const place = { category: 'email', folderId: contentFolder.id, createdAt: AT } as const;
  const content = await createContent(user, {
    ...{ ...place, title: 'Mail', content: '# Now\n\nBuy.', demo: true },
  });
  const post = await createContent(user, {
    ...{ title: 'Post', format: 'linkedin-post', createdAt: AT },
  });
  await prisma.savedContent.update({
    where: { id: post.id },
    data: { ignoredFindings: ['rule:cheap'] },
  });
  await prisma.savedContentVersion.create({
    data: {
      ...{ id: newId(), userId, contentId: content.id, title: 'Mail', content: 'Before' },
      ...{ writtenAt: AT, createdAt: AT },
    },
  });
  await workOnDocument(userId, { ...said[1]!, conversationId: plain.id }, content.id);
  await write(userId, profile.id, content.id);
  await draw(userId);
}

/** An answer is a document, which was edited, and another answer proposes a change of it. */
async function workOnDocument(
  userId: UserScope,
  answer: { id: string; conversationId: string },
  contentId: string,
): Promise<void> {
  const { id } = await openAsDocument(userId, answer.id);
  await editDocument(userId, id, { title: 'Breäd', content: 'With **rye**.', version: 1 });
  await prisma.chatDocument.update({
    where: { id },
    data: {
      ...{ contentId, savedVersion: 1, format: 'article', ignoredFindings: ['rule:cheap'] },
      ...{ createdAt: AT, updatedAt: AT },
    },
  });
  await prisma.chatDocumentPatch.create({
    data: {
      ...{ id: newId(), userId, documentId: id, messageId: answer.id, position: 0, version: 2 },
      ...{ find: '**rye**', replace: '**spelt**', before: 'With ', after: '.', createdAt: AT },
    },
  });
}

async function attach(userId: UserScope, messageId: string): Promise<void> {
  const files = [
    { name: 'note.md', type: 'text/markdown', bytes: Buffer.from('# Nöte') },
    { name: 'loaf.png', type: 'image/png', bytes: await png(3, 40, 30) },
  ];
  const shown = [];
  for (const [at, { bytes, ...file }] of files.entries()) {
    const id = newId();
    const objectKey = `attachments/${userId}/${id}/file`;
    const readKey = `attachments/${userId}/${id}/read`;
    await put(objectKey, bytes, file.type);
    await put(readKey, bytes, file.type);
    const attachment = { id, ...file, size: bytes.length };
    await prisma.attachment.create({
      data: {
        ...{ ...attachment, userId, messageId, position: at + 1 },
        ...{ storedSize: 2 * bytes.length, objectKey, readKey, createdAt: AT },
      },
    });
    shown.push(attachment);
  }
  const named = { id: null, name: 'only-named.pdf', type: 'application/octet-stream', size: 0 };
  await prisma.message.update({
    where: { id: messageId },
    data: { files: [...shown, named], context: 'Nöte, read.' },
  });
}

async function write(userId: UserScope, profileId: string, savedContentId: string): Promise<void> {
  const fields = { topic: 'Rye', audience: 'All', goal: '', tone: 'Warm', language: 'English' };
  const brief = await prisma.brief.create({
    data: {
      ...{ id: newId(), userId, clientKey: newId(), kind: 'variants', profileId, ...fields },
      ...{ formatIds: ['linkedin-post'], variants: 2, length: 'short', keywords: ['rye', 'new'] },
      ...{ callToAction: 'Come', createdAt: AT },
    },
  });
  const variants = [
    { position: 0, content: 'First', replacedAt: AT },
    {
      position: 0,
      content: 'Again',
      edited: 'Mine',
      editedAt: AT,
      savedContentId,
      savedVersion: 1,
      ignoredFindings: ['rule:cheap', 'rule:'],
    },
    { position: 1, content: 'Second', version: 4 },
  ];
  for (const variant of variants) {
    const id = newId();
    await prisma.generation.create({
      data: {
        ...{
          id,
          userId,
          kind: 'piece',
          state: 'done',
          processId: newId(),
          model: 'a/model',
          demo: true,
        },
        ...{ usedTokens: 0, createdAt: AT, finishedAt: AT },
      },
    });
    const format = 'linkedin-post';
    await prisma.piece.create({
      data: { id, userId, briefId: brief.id, format, createdAt: AT, ...variant },
    });
  }
}

/** An answer has an image of the gallery. */
async function illustrate(userId: UserScope, itemId: string): Promise<void> {
  const { id: messageId } = await prisma.message.findFirstOrThrow({
    where: { userId, content: 'Salt.' },
  });
  await prisma.messageImage.create({
    data: { id: newId(), userId, messageId, position: 0, itemId },
  });
}

async function draw(userId: UserScope): Promise<void> {
  const loraId = newId();
  const weights = smallWeights();
  await put(`loras/${userId}/${loraId}/weights/file`, weights, 'application/octet-stream');
  await prisma.lora.create({
    data: {
      ...{ id: loraId, userId, clientKey: newId(), name: 'Our bread', triggerWord: 'RYE' },
      ...{ steps: 900, rank: 8, weightsBytes: weights.length, trainedAt: AT, createdAt: AT },
    },
  });
  const learned = await png(1);
  for (const number of [1, 2]) {
    const id = newId();
    await put(`loras/${userId}/${loraId}/${id}/file`, learned, 'image/png');
    await prisma.loraImage.create({
      data: {
        ...{ id, userId, loraId, name: `${number}.png`, type: 'image/png', width: 600 },
        ...{ height: 600, bytes: learned.length, storedBytes: 1, caption: `Loaf ${number}` },
        ...{ sha256: `${number}`.repeat(64), createdAt: AT },
      },
    });
  }
  const jpeg = await sharp(await png(2, 80, 60))
    .jpeg()
    .toBuffer();
  const video = await readFile('tests/fixtures/videos/avc.mp4');
  const items = [
    { kind: 'image', type: 'image/jpeg', bytes: jpeg, width: 80, height: 60, loraId, seed: 7 },
    { kind: 'video', type: 'video/mp4', bytes: video, width: 320, height: 180, durationMs: 1_000 },
  ];
  for (const { bytes, ...item } of items) {
    const id = newId();
    await put(`media/${userId}/${id}/file`, bytes, item.type);
    const metadata = item.kind === 'image' ? { revisedPrompt: 'Fine', provider: 'openai' } : {};
    const { id: itemId } = await prisma.mediaItem.create({
      data: {
        ...{ ...item, id, userId, origin: 'made', bytes: bytes.length, storedBytes: 1, metadata },
        ...{ prompt: 'A lœaf', model: 'gpt-image-2', favourite: true, createdAt: AT },
      },
    });
    if (item.kind === 'image') await illustrate(userId, itemId);
  }
}

async function archived({ id: userId }: TestUser): Promise<Buffer> {
  const { id } = await requestExport(userId);
  await makeExport.run({ userId, exportId: id });
  const response = await serveExport(userId, id, new Request('http://app.test/'));
  return Buffer.from(await response.arrayBuffer());
}

type Row = Record<string, unknown> & { id: string };

/** A source of each kind that has something of its own. */
async function fillSources(userId: UserScope, profileId: string): Promise<void> {
  await addSources(userId, profileId, { kind: 'text', name: 'Prices', text: 'Rye 8\n\nPlum 4' });
  const file = { name: 'hours.md', body: Readable.from([Buffer.from('Six to noon')]) };
  await addFile(userId, profileId, file, new AbortController().signal);
  const address = 'https://bakery.example/';
  const site = { id: newId(), userId, profileId, kind: 'website', name: 'Site', address } as const;
  await prisma.source.create({ data: { ...site, state: 'ready', readAt: AT, bytes: 5 } });
  const read = { title: 'Home', text: 'Bread' };
  const page = { id: newId(), userId, sourceId: site.id, position: 0, address, title: read.title };
  const done = { readAt: AT, bytes: 5, foundIn: 1, doneIn: 1, hash: hashOf(read) };
  await prisma.sourcePage.create({ data: { ...page, ...done } });
  const failed = { ...page, id: newId(), position: 1, address: `${address}old`, depth: 1 };
  const problem = 'There’s no page at this address.';
  await prisma.sourcePage.create({
    data: { ...failed, foundIn: 1, doneIn: 1, readAt: AT, problem },
  });
  await prismaTransaction((tx) =>
    indexPage(tx, userId, { id: page.id, sourceId: site.id, profileId }, read.text),
  );
}

/** A saved content and an answer cite a source. */
async function fillCitation(userId: UserScope): Promise<void> {
  const content = await prisma.savedContent.findFirstOrThrow({
    where: { userId, deletedAt: null },
  });
  const source = await prisma.source.findFirstOrThrow({ where: { userId, kind: 'website' } });
  const cited = { number: 1, title: 'Site', heading: '', passage: 'Bread', chunkId: newId() };
  const sources = [{ ...cited, sourceId: source.id }];
  const { profileId } = source;
  const answer = await prisma.message.findFirstOrThrow({
    where: { userId, content: 'With **flour**.' },
  });
  await prisma.citation.createMany({
    data: [content.id, answer.id].map((textId) => ({
      ...{ textId, userId, profileId, sources, numbers: [1] },
    })),
  });
}

async function rowsOf(table: string, { id }: { id: string }): Promise<Row[]> {
  const rows = await sql.query<{ row: Row }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE user_id = $1::uuid`,
    [id],
  );
  return rows.map(({ row }) => row);
}

/** The section of each table, and the columns that aren't restored, each for a reason. */
const TABLES: Record<string, { section: string; except: readonly string[] }> = {
  // Only open tabs compare versions.
  brand_stories: { section: 'brandStories', except: ['version'] },
  customer_journeys: { section: 'customerJourneys', except: ['version'] },
  solution_suites: { section: 'solutionSuites', except: ['version'] },
  campaign_frameworks: { section: 'campaignFrameworks', except: ['version'] },
  // A logo that comes back has an id of its own.
  profiles: {
    section: 'profiles',
    except: ['version', 'look_version', 'voice_version', 'logo_id'],
  },
  // A file that comes back has a key of its own.
  sources: { section: 'sources', except: ['object_key', 'queued_at'] },
  source_pages: { section: 'sourcePages', except: [] },
  prompts: { section: 'prompts', except: ['version'] },
  conversation_folders: { section: 'folders', except: [] },
  saved_content_folders: { section: 'savedContentFolders', except: [] },
  saved_contents: { section: 'savedContents', except: [] },
  saved_content_versions: { section: 'savedContentVersions', except: [] },
  // Conversations and messages get ids of their own, and the assistant gets the text again.
  chat_documents: {
    section: 'chatDocuments',
    except: ['conversation_id', 'message_id', 'seen_version'],
  },
  chat_document_versions: { section: 'chatDocumentVersions', except: [] },
  chat_document_patches: { section: 'chatDocumentPatches', except: ['message_id'] },
  // The client key of a request.
  briefs: { section: 'briefs', except: ['client_key'] },
  pieces: { section: 'pieces', except: ['client_key'] },
  // What the provider has stays with the account that trained it, and the rights are confirmed again.
  loras: {
    section: 'loras',
    except: ['client_key', 'job_id', 'rights_confirmed_at', 'provider_version', 'training_seconds'],
  },
  // Smaller versions are made again.
  lora_images: { section: 'loraImages', except: ['stored_bytes'] },
  media_items: { section: 'mediaItems', except: ['stored_bytes', 'duration_ms'] },
};

function without(row: Row, names: readonly string[]): Row {
  const left = Object.entries(row).filter(([name]) => name !== 'user_id' && !names.includes(name));
  return Object.fromEntries(left) as Row;
}

const byId = (one: Row, other: Row) => one.id.localeCompare(other.id);

let from: TestUser;
let to: TestUser;
let archive: Buffer;
let first: Awaited<ReturnType<typeof importArchive>>;
/** The id in the second account, by the id in the first. */
const ids = new Map<string, string>();

/** An import gives images a placeholder, also those from before there were any. */
function withoutPlaceholder(row: Row): Row {
  if (!('metadata' in row)) return row;
  const metadata = { ...(row.metadata as Row) };
  delete metadata.placeholder;
  return { ...row, metadata };
}

function moved(row: Row): Row {
  let text = JSON.stringify(row);
  for (const [id, now] of ids) text = text.replaceAll(id, now);
  return JSON.parse(text) as Row;
}

beforeAll(async () => {
  from = await createUser();
  to = await createUser({ firstName: 'Grace', lastName: 'Hopper' });
  await fill(from);
  await fillCitation(from.id);
  archive = await archived(from);
  first = await importArchive(to.id, archive);
  for (const [table, { section }] of Object.entries(TABLES)) {
    for (const { id } of await rowsOf(table, from)) ids.set(id, archiveIdOf(to.id, section, id));
  }
}, 180_000);

describe('an account that is imported into another', () => {
  test('is counted in the preview and in the result, with nothing missing', () => {
    const others = Object.fromEntries(
      Object.entries({ ...first.found.others }).filter(([name]) => name !== 'preferences'),
    );
    expect(first.found).toMatchObject({ conversations: 2, fresh: 2, unreadable: 0, remarks: [] });
    expect(first.result).toMatchObject({ imported: 2, files: 2, missingFiles: 0 });
    // The citations of answers come back with their conversations.
    expect(first.result.others).toMatchObject({ ...others, citations: 1 });
    const sections = archiveSections().filter(({ restore }) => restore);
    // This test covers every section that can be restored.
    expect(Object.keys(first.result.others).toSorted()).toEqual(
      sections.map(({ name }) => name).toSorted(),
    );
  });

  test('has the images of its answers', async () => {
    const imagesOf = (userId: string) =>
      prisma.messageImage.findMany({
        where: { userId },
        select: { itemId: true, position: true, message: { select: { content: true } } },
      });
    const [image, ...others] = await imagesOf(from.id);
    expect(others).toEqual([]);
    expect(await imagesOf(to.id)).toEqual([{ ...image, itemId: ids.get(image!.itemId!) }]);
  });

  test.each(Object.keys(TABLES))('has the same rows in %s, field by field', async (table) => {
    const { except } = TABLES[table]!;
    const before = (await rowsOf(table, from)).map((row) => without(moved(row), except));
    const after = (await rowsOf(table, to)).map((row) => withoutPlaceholder(without(row, except)));
    expect(before.length).toBeGreaterThan(0);
    expect(after.toSorted(byId)).toEqual(before.toSorted(byId));
  });

  test('has the same logo, pixel by pixel', async () => {
    const pixels = async (user: TestUser) => {
      const [row] = (await rowsOf('profiles', user)).filter(({ logo_id }) => logo_id !== null);
      const response = await serveLogo(user.id, row!.id, null);
      return sharp(Buffer.from(await response.arrayBuffer()))
        .raw()
        .toBuffer();
    };
    expect(await pixels(to)).toEqual(await pixels(from));
  });

  test('has the same texts and files of sources', async () => {
    const contents = async (user: TestUser) =>
      (await rowsOf('source_chunks', user)).map(({ content }) => content).toSorted();
    expect(await contents(from)).toEqual(['Bread', 'Rye 8\n\nPlum 4', 'Six to noon']);
    expect(await contents(to)).toEqual(await contents(from));
    const fileOf = async (user: TestUser) =>
      bytesAt(String((await rowsOf('sources', user)).find((row) => row.object_key)?.object_key));
    expect(await fileOf(to)).toEqual(await fileOf(from));
  });

  test('cites its own sources in its own texts', async () => {
    const citations = await prisma.citation.findMany({ where: { userId: to.id } });
    const [site] = (await rowsOf('sources', to)).filter(({ kind }) => kind === 'website');
    const contents = (await rowsOf('saved_contents', to)).map(({ id }) => id);
    const answers = (await rowsOf('messages', to)).filter(
      ({ content }) => content === 'With **flour**.',
    );
    const texts = citations.map(({ textId }) => textId);
    expect(texts).toContain(answers[0]?.id);
    expect(contents.filter((id) => texts.includes(id))).toHaveLength(1);
    expect(citations).toHaveLength(3);
    const web = citations.filter(({ profileId }) => profileId === null);
    expect(web).toMatchObject([{ sources: [WEB_PAGE], numbers: [1] }]);
    for (const citation of citations.filter(({ profileId }) => profileId !== null)) {
      expect(citation).toMatchObject({
        profileId: site?.profile_id,
        sources: [{ number: 1, title: 'Site', passage: 'Bread', sourceId: site?.id }],
        numbers: [1],
      });
    }
  });

  test('has its document beside the same answer, with the change that is proposed', async () => {
    const [document] = await rowsOf('chat_documents', to);
    const [patch] = await rowsOf('chat_document_patches', to);
    const [answer] = (await rowsOf('messages', to)).filter(
      ({ content }) => content === 'With **flour**.',
    );
    expect(document).toMatchObject({
      ...{ message_id: answer?.id, conversation_id: answer?.conversation_id },
    });
    expect(patch?.message_id).toBe(answer?.id);
  });

  test('has the same conversations, with their branches, files, and settings', async () => {
    await moveOutLeftovers();
    const conversations = async (user: TestUser) => {
      const rows = await rowsOf('conversations', user);
      return rows.toSorted((one, other) => String(one.title).localeCompare(String(other.title)));
    };
    const [before, after] = [await conversations(from), await conversations(to)];
    const messages = [await rowsOf('messages', from), await rowsOf('messages', to)] as const;
    expect(after).toHaveLength(2);
    for (const [at, { id }] of before.entries()) ids.set(id, after[at]!.id);
    // They are matched by their texts.
    const keyOf = ({ timestamp, role, content }: Row) => JSON.stringify([timestamp, role, content]);
    const now = new Map(messages[1].map((row) => [keyOf(row), row.id]));
    expect(now.size).toBe(9);
    for (const row of messages[0]) ids.set(row.id, now.get(keyOf(row))!);

    const except = ['is_public', 'searched_until'];
    expect(after.map((row) => without(row, except))).toEqual(
      before.map((row) => without(moved(row), except)),
    );
    const own = ['content_url', 'client_key', 'files'];
    const files = (row: Row) => (row.files as Row[]).map((file) => without(file, ['id']));
    const seen = (row: Row) => ({ ...without(row, own), files: files(row) });
    expect(messages[1].map(seen).toSorted(byId)).toEqual(
      messages[0].map((row) => seen(moved(row))).toSorted(byId),
    );
    const long = messages[1].find((row) => row.content_overflow)!;
    expect(await fullText('', String(long.content_url))).toBe(LONG);
  });

  test('has what its answers had looked up', async () => {
    const calls = await rowsOf('tool_calls', to);
    const [answer] = (await rowsOf('messages', to)).filter(({ content }) => content === 'Salt.');
    expect(
      calls.toSorted((one, other) => Number(one.position) - Number(other.position)),
    ).toMatchObject(
      ['done', 'failed'].map((state) => ({
        ...{ message_id: answer?.id, tool: 'web_search', title: 'Web search: salt', state },
        ...{ input: '{"query":"salt"}', output: '> Salt is salt.', note: '1 result' },
      })),
    );
  });

  test('has files with the same bytes', async () => {
    const attached = async (user: TestUser) =>
      (await rowsOf('attachments', user)).toSorted(
        (a, b) => Number(a.position) - Number(b.position),
      );
    const [before, after] = [await attached(from), await attached(to)];
    expect(after).toHaveLength(2);
    for (const [at, row] of after.entries()) {
      const was = before[at]!;
      expect([row.name, row.type, row.size]).toEqual([was.name, was.type, was.size]);
      expect(String(row.object_key)).toContain(to.id);
      expect(await bytesAt(String(row.object_key))).toEqual(await bytesAt(String(was.object_key)));
    }
    const [{ files }] = (await sql.query<{ files: Row[] }>(
      `SELECT files FROM messages WHERE user_id = $1 AND files <> '[]'`,
      [to.id],
    )) as [{ files: Row[] }];
    expect(files.map(({ id }) => id)).toEqual([...after.map(({ id }) => id), null]);

    for (const { id } of await rowsOf('media_items', from)) {
      expect(await bytesAt(`media/${to.id}/${ids.get(id)}/file`)).toEqual(
        await bytesAt(`media/${from.id}/${id}/file`),
      );
    }
    for (const { id, lora_id } of await rowsOf('lora_images', from)) {
      const lora = String(lora_id);
      expect(await bytesAt(`loras/${to.id}/${ids.get(lora)}/${ids.get(id)}/file`)).toEqual(
        await bytesAt(`loras/${from.id}/${lora}/${id}/file`),
      );
      expect(await bytesAt(`loras/${to.id}/${ids.get(lora)}/weights/file`)).toEqual(smallWeights());
    }
  });

  test('has the same preferences and photo, but keeps its own name and email', async () => {
    const user = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });
    const [before, after] = [await user(from.id), await user(to.id)];
    expect(after).toMatchObject({
      chosenTimeZone: 'Europe/Oslo',
      selectedProfileId: ids.get(before.selectedProfileId!),
      ...{ email: to.email, firstName: 'Grace', lastName: 'Hopper', isAdmin: false },
    });
    expect(await bytesAt(`account-pictures/${to.id}/${after.pictureId}`)).toEqual(
      await bytesAt(`account-pictures/${from.id}/${before.pictureId}`),
    );
    expect(await prisma.hiddenStarter.findMany({ where: { userId: to.id } })).toEqual([
      { userId: to.id, starter: STARTERS[0]!.id },
    ]);
  });

  test('keeps its own balance and ledger', async () => {
    const billing = (await everyRow()).get('billing_accounts')!;
    expect(billing.filter((row) => row.includes(to.id))).toHaveLength(1);
    expect(await rowsOf('ledger_entries', to)).toHaveLength(1);
  });
});

describe('the same archive, when it is imported again', () => {
  /** All rows except those of imports themselves and of live events. */
  const rows = async () =>
    [...(await everyRow())].filter(
      ([table]) => !/^(public\.)?(imports?_|imports$|import|event_sequences|socket_io)/.test(table),
    );

  test.each([
    ['the account that it was imported into', () => to],
    ['the account that it is from', () => from],
  ])('adds nothing to %s', async (_, user) => {
    const before = await rows();
    const { found, result } = await importArchive(user().id, archive);
    expect(found).toMatchObject({ conversations: 2, fresh: 0, grown: 0, known: 2 });
    expect(result).toMatchObject({ imported: 0, updated: 0, messages: 0, files: 0, others: {} });
    expect(await rows()).toEqual(before);
  });

  test('leaves everything but its conversations when the import is removed', async () => {
    await removeImport(to.id, first.id);
    await workOn(first.id);
    const left = await sql.query(
      'SELECT 1 FROM conversations WHERE user_id = $1 AND deleted_at IS NULL',
      [to.id],
    );
    expect(left).toEqual([]);
    expect(await rowsOf('profiles', to)).toHaveLength(2);
    expect((await listReport(to.id, first.id, null)).items).toEqual([]);
    const { result } = await importArchive(to.id, archive);
    expect(result).toMatchObject({ imported: 2, others: {} });
  });
});
