import '../setup/registered';

import { Readable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { readStorage } from '~/engine/user-data/index.server';
import { purgeSources } from '~/features/brand/knowledge/sources/source-objects.server';
import { resumeSources } from '~/features/brand/knowledge/sources/reading/read-source.server';
import {
  addFile,
  addSources,
  type NewSourceInput,
} from '~/features/brand/knowledge/sources/add-source.server';
import {
  changeOwnSource,
  deleteSource,
  openSource,
  pauseSource,
  readSourcePages,
  readSources,
  resumeSource,
  resyncSource,
  undoSourceDeletion,
} from '~/features/brand/knowledge/sources/source-actions.server';
import { MAX_SITE_PAGES, MAX_SOURCES } from '~/features/brand/knowledge/sources/source';
import { sourceKey } from '~/features/brand/knowledge/sources/source-objects.server';
import { PAGE_PROBLEMS } from '~/features/brand/knowledge/sources/refusals';
import { sourceTexts } from '~/features/brand/knowledge/sources/texts';
import { heldSources } from '~/features/brand/knowledge/sources/reading/held-sources.server';
import { workOn } from '~/features/brand/knowledge/sources/reading/read-source.server';
import { claimSource, lockHeld } from '~/features/brand/knowledge/sources/reading/work-data.server';
import { WEBSITE_REFUSALS } from '~/features/brand/drafting/refusals';
import { deleteProfile } from '~/features/brand/profiles/delete-profile.server';
import {
  editContent,
  saveContent,
} from '~/features/copywriting/library/content/content-actions.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma, sql, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { HOUR_MS } from '~/lib/time';
import { env } from '~/settings/env.server';

import { createProfile } from '../../factories/profiles';
import { createUser, type TestUser } from '../../factories/users';
import { type Answer, ServedWebsite } from '../../harness/served-website';

const GONE = { code: 'not-found' };
const site = new ServedWebsite();

let user: TestUser;
let profileId: string;

beforeAll(() => site.start());
afterAll(() => site.stop());
beforeEach(async () => {
  user = await createUser();
  profileId = (await createProfile(user)).id;
  site.clear();
});

const add = async (input: NewSourceInput) => (await addSources(user.id, profileId, input))[0]!;
const addWebsite = (address = 'http://bakery.example/') => add({ kind: 'website', address });
const addText = (text: string, name = '') => add({ kind: 'text', name, text });
const at = (sourceId: string) => ({ id: profileId, sourceId });

/** Reads until nothing is left, in slices of one batch if asked to. */
async function work(sourceId: string, options: { sliceMs?: number } = {}): Promise<void> {
  for (;;) {
    const { network } = site;
    await workOn(sourceId, { network, pauseMs: 0, ...options });
    if ((await stateOf(sourceId)) !== 'waiting') return;
  }
}

async function stateOf(id: string): Promise<string> {
  const row = await prisma.source.findUniqueOrThrow({ where: { id }, select: { state: true } });
  return row.state;
}

/** The texts of the pages that have one, by their paths. */
async function textsOf(sourceId: string): Promise<Record<string, string>> {
  const { items } = (await readSourcePages(user.id, at(sourceId), { after: -1 })).pages;
  const texts: Record<string, string> = {};
  for (const { id, address } of items) {
    const { page } = await openSource(user.id, at(sourceId), { chunk: null, page: id });
    const text = page!.chunks.map(({ content }) => content).join('');
    if (text !== '') texts[address === '' ? '' : new URL(address).pathname] = text;
  }
  return texts;
}

const versionOf = async (sourceId: string) =>
  (await openSource(user.id, at(sourceId), { chunk: null, page: null })).page?.version ?? '';

async function problemsOf(sourceId: string): Promise<Record<string, string | null>> {
  const { items } = (await readSourcePages(user.id, at(sourceId), { after: -1 })).pages;
  const entries = items.filter(({ problem }) => problem !== null);
  return Object.fromEntries(entries.map((page) => [new URL(page.address).pathname, page.problem]));
}

const view = async (id: string) =>
  (await readSources(user.id, profileId)).items.find((source) => source.id === id)!;

const page = (title: string, text: string, links: readonly string[] = []) =>
  `<title>${title}</title><p>${text}</p>${links.map((href) => `<a href="${href}">x</a>`).join(' ')}`;

async function bytesUsed(): Promise<number> {
  return (await readStorage(sql, user.id)).used;
}

describe('pasted text', () => {
  test('is a source at once, can be changed, and counts toward the storage', async () => {
    const source = await addText('## Prices\n\nRye 8 €');
    expect(source).toMatchObject({ kind: 'text', state: 'ready', name: 'Prices', pages: 1 });
    expect(await textsOf(source.id)).toEqual({ '': '## Prices\n\nRye 8 €' });
    expect(await bytesUsed()).toBe(Buffer.byteLength('## Prices\n\nRye 8 €'));
    const { source: changed } = await changeOwnSource(user.id, at(source.id), {
      ...{ name: 'List', pasted: { text: 'Rye 9', version: await versionOf(source.id) } },
    });
    expect(changed).toMatchObject({ name: 'List', bytes: 5 });
    expect(await textsOf(source.id)).toEqual({ '': 'Rye 9' });
  });

  test('that was changed in another tab isn’t overwritten', async () => {
    const source = await addText('Rye 8');
    const version = await versionOf(source.id);
    const change = (text: string, from: string) =>
      changeOwnSource(user.id, at(source.id), { name: text, pasted: { text, version: from } });
    expect((await change('Rye 9', version)).there).toBeNull();
    const { source: left, there } = await change('Rye 7', version);
    expect(left.name).toBe('Rye 9');
    expect(there).toMatchObject({ name: 'Rye 9', text: 'Rye 9' });
    expect(await textsOf(source.id)).toEqual({ '': 'Rye 9' });
    // The person has seen what it says now, and keeps theirs.
    expect((await change('Rye 7', there?.version ?? '')).there).toBeNull();
    expect(await textsOf(source.id)).toEqual({ '': 'Rye 7' });
  });

  test('has a limit, and a full storage takes no more', async () => {
    await expect(addText('a'.repeat(200_001))).rejects.toMatchObject({
      userMessage: sourceTexts.textTooLong,
    });
    await expect(addText(' \n ')).rejects.toMatchObject({ userMessage: sourceTexts.textMissing });
    const { STORAGE_QUOTA } = env();
    onTestFinished(() => void Object.assign(env(), { STORAGE_QUOTA }));
    Object.assign(env(), { STORAGE_QUOTA: 10 });
    await expect(addText('More than ten bytes')).rejects.toMatchObject({
      userMessage: sourceTexts.storageFull,
    });
    expect((await readSources(user.id, profileId)).items).toEqual([]);
  });

  test('is refused when the brand has too many sources', async () => {
    const row = { userId: user.id, profileId, kind: 'text', name: 'x' } as const;
    const data = Array.from({ length: MAX_SOURCES }, () => ({ ...row, id: newId() }));
    await prisma.source.createMany({ data });
    await expect(addText('One more')).rejects.toMatchObject({ userMessage: sourceTexts.tooMany });
  });
});

describe('a file', () => {
  const upload = (name: string, content: Buffer | string) =>
    addFile(
      user.id,
      profileId,
      { name, body: Readable.from([Buffer.from(content)]) },
      new AbortController().signal,
    );

  test('is read, and its original is kept until it is removed for good', async () => {
    const source = await upload('prices.csv', 'Bread,Price\nRye,8');
    expect(source).toMatchObject({ kind: 'file', state: 'ready', name: 'prices.csv', bytes: 34 });
    expect(await textsOf(source.id)).toEqual({ '': 'Bread,Price\nRye,8' });
    const key = sourceKey(user.id, source.id);
    expect(await (await objects()).head(key)).toMatchObject({ type: 'text/csv', length: 17 });

    await resyncSource(user.id, at(source.id));
    await work(source.id);
    expect(await view(source.id)).toMatchObject({ state: 'ready', bytes: 34 });

    await deleteSource(user.id, at(source.id));
    expect((await readSources(user.id, profileId)).items).toEqual([]);
    await undoSourceDeletion(user.id, at(source.id));
    expect(await textsOf(source.id)).toEqual({ '': 'Bread,Price\nRye,8' });
    await deleteSource(user.id, at(source.id));
    await purgeSources(new Date(Date.now() + 2 * HOUR_MS));
    await expect((await objects()).head(key)).rejects.toThrow();
    await expect(undoSourceDeletion(user.id, at(source.id))).rejects.toMatchObject(GONE);
    expect(await bytesUsed()).toBe(0);
  });

  test('goes with its profile', async () => {
    const source = await upload('prices.md', 'Rye 8');
    await deleteProfile(user.id, profileId);
    await expect((await objects()).head(sourceKey(user.id, source.id))).rejects.toThrow();
    expect(await prisma.sourceChunk.count({ where: { userId: user.id } })).toBe(0);
  });

  test.each([
    ['photo.png', '\x89PNG\r\n\x1a\n', /isn’t a file we can read/],
    ['empty.txt', '', /is empty/],
    ['long.txt', 'a'.repeat(200_001), /more than 200,000 characters/],
  ])('is refused for %s, and nothing stays of it', async (name, content, text) => {
    await expect(upload(name, Buffer.from(content, 'latin1'))).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringMatching(text),
    });
    expect(await bytesUsed()).toBe(0);
  });
});

describe('saved content', () => {
  test('is read, and read again after it changed', async () => {
    const place = { category: 'social', folderId: null } as const;
    const item = await saveContent(user.id, { ...place, title: 'Spring', content: 'Rye is 8.' });
    const source = await add({ kind: 'content', contentIds: [item.id] });
    expect(await textsOf(source.id)).toEqual({ '': 'Rye is 8.' });
    const edit = { title: 'Spring', content: 'Rye is 9.', version: item.version };
    await editContent(user.id, item.id, edit);
    expect(await stateOf(source.id)).toBe('waiting');
    await work(source.id);
    expect(await textsOf(source.id)).toEqual({ '': 'Rye is 9.' });
    await expect(add({ kind: 'content', contentIds: [item.id] })).rejects.toMatchObject({
      userMessage: sourceTexts.alreadyThere('Spring'),
    });
  });

  test('of another person is not found', async () => {
    const other = await createUser();
    const place = { category: 'social', folderId: null } as const;
    const item = await saveContent(other.id, { ...place, title: 'Mine', content: 'Secret' });
    await expect(add({ kind: 'content', contentIds: [item.id] })).rejects.toMatchObject(GONE);
  });
});

describe('a website', () => {
  test('is read along its links, and not again where it is unchanged', async () => {
    const asked: Record<string, string | undefined>[] = [];
    site.paths['/'] = page('Home', 'Good bread', [
      '/prices',
      '/about#us',
      '/gone',
      '/login',
      '//x.y/',
    ]);
    site.paths['/about'] = page('About', 'Three bakers', ['/']);
    site.paths['/prices'] = ({ headers }, response) => {
      asked.push({ tag: headers['if-none-match'], date: headers['if-modified-since'] });
      if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
      response.setHeader('ETag', '"1"');
      response.setHeader('Content-Type', 'text/html');
      response.end(page('Prices', 'Rye 8', ['/prices/cakes']));
    };
    site.paths['/prices/cakes'] = page('Cakes', 'Plum 4');
    const source = await addWebsite('bakery.example');
    await work(source.id);
    expect(await textsOf(source.id)).toEqual({
      '/': 'Good bread\n\nx x x x x',
      '/prices': 'Rye 8\n\nx',
      '/about': 'Three bakers\n\nx',
      '/prices/cakes': 'Plum 4',
    });
    expect(await problemsOf(source.id)).toEqual({ '/gone': PAGE_PROBLEMS['not-found'] });
    expect(await view(source.id)).toMatchObject({ state: 'ready', pages: 5, failed: 1 });
    expect(
      site.requested.filter((path) => path.includes('login') || !path.includes('bakery')),
    ).toEqual([]);

    const chunks = await prisma.sourceChunk.findMany({ where: { sourceId: source.id } });
    site.paths['/about'] = page('About', 'Four bakers', ['/']);
    site.paths['/'] = page('Home', 'Good bread', ['/prices', '/about']);
    await resyncSource(user.id, at(source.id));
    await work(source.id);
    expect(asked).toEqual([{}, { tag: '"1"' }]);
    // Its links are known from before.
    expect(Object.keys(await textsOf(source.id))).toContain('/prices/cakes');
    expect(await problemsOf(source.id)).toEqual({});
    const again = await prisma.sourceChunk.findMany({ where: { sourceId: source.id } });
    const kept = again.filter(({ id }) => chunks.some((chunk) => chunk.id === id));
    expect(kept.map(({ content }) => content).toSorted()).toEqual(['Plum 4', 'Rye 8\n\nx']);
    const { bytes } = await view(source.id);
    const lengths = again.map(({ content }) => Buffer.byteLength(content));
    expect(bytes).toBe(lengths.reduce((sum, length) => sum + length, 0));
  });

  test('loses the pages that are gone, and keeps what it had while it is away', async () => {
    site.paths['/'] = page('Home', 'Bread', ['/old', '/kept']);
    site.paths['/old'] = page('Old', 'Old offer');
    site.paths['/kept'] = page('Kept', 'Still here');
    const source = await addWebsite();
    await work(source.id);
    site.paths['/'] = page('Home', 'Bread', ['/kept']);
    site.paths['/kept'] = (_, response) => void response.writeHead(503).end();
    await resyncSource(user.id, at(source.id));
    await work(source.id);
    const texts = await textsOf(source.id);
    expect(Object.keys(texts).toSorted()).toEqual(['/', '/kept']);
    expect(texts['/kept']).toBe('Still here');
    expect(await problemsOf(source.id)).toEqual({ '/kept': PAGE_PROBLEMS.fault });

    site.paths['/'] = (request) => void request.socket.destroy();
    await resyncSource(user.id, at(source.id));
    await work(source.id);
    expect(await view(source.id)).toMatchObject({
      state: 'failed',
      problem: WEBSITE_REFUSALS.unreachable,
    });
    expect((await textsOf(source.id))['/kept']).toBe('Still here');
  });

  test('is read by its sitemap if it has one', async () => {
    site.paths['/robots.txt'] = 'User-agent: *\nDisallow: /secret\nSitemap: /maps.xml';
    site.paths['/maps.xml'] =
      '<sitemapindex><sitemap><loc>http://bakery.example/map.xml</loc></sitemap></sitemapindex>';
    site.paths['/map.xml'] = `<urlset>${[
      '/',
      '/a?utm_source=x',
      '/secret',
      '/a',
      'http://evil.example/',
    ]
      .map((path) => `<url><loc> ${URL.parse(path, 'http://bakery.example')?.href} </loc></url>`)
      .join('')}</urlset>`;
    site.paths['/'] = page('Home', 'Bread', ['/unlisted']);
    site.paths['/a'] = page('A', 'Listed');
    site.paths['/secret'] = page('Secret', 'Secret');
    const source = await addWebsite();
    await work(source.id);
    expect(Object.keys(await textsOf(source.id))).toEqual(['/', '/a']);
    expect(await problemsOf(source.id)).toEqual({ '/secret': PAGE_PROBLEMS.robots });
    expect(site.requested).not.toContain('bakery.example/secret');
    expect(site.requested).not.toContain('bakery.example/unlisted');
  });

  test('may not be read at all if its robots.txt says so', async () => {
    site.paths['/robots.txt'] = 'User-agent: Brandwright\nDisallow: /';
    site.paths['/'] = page('Home', 'Bread');
    const source = await addWebsite();
    await work(source.id);
    const { robots } = WEBSITE_REFUSALS;
    expect(await view(source.id)).toMatchObject({ state: 'failed', problem: robots });
  });

  test('never leads to a private address or to another website', async () => {
    const redirect =
      (to: string): Answer =>
      (_, response) =>
        void response.writeHead(302, { Location: to }).end();
    site.paths['/'] = page('Home', 'Bread', ['/in', '/out']);
    site.paths['/in'] = redirect('http://127.0.0.1/admin');
    site.paths['/out'] = redirect('http://evil.example/');
    const source = await addWebsite();
    await work(source.id);
    expect(await problemsOf(source.id)).toEqual({
      '/in': PAGE_PROBLEMS.elsewhere,
      '/out': PAGE_PROBLEMS.elsewhere,
    });
    site.resolve = () => Promise.resolve([{ address: '10.0.0.5', family: 4 }]);
    site.requested = [];
    await resyncSource(user.id, at(source.id));
    await work(source.id);
    expect(await view(source.id)).toMatchObject({ state: 'failed' });
    expect(site.requested).toEqual([]);
  });

  test('with an endless calendar is read up to a limit', async () => {
    site.paths['/robots.txt'] = '';
    site.paths['/sitemap.xml'] = (_, response) => void response.writeHead(404).end();
    const days = Array.from({ length: 120 }, (_, day) => `/events/2026/${day}`);
    const filters = Array.from({ length: 120 }, (_, at) => `/shop?color=${at}`);
    site.paths['/'] = page('Home', 'Bread', [...days, ...filters, '/about']);
    site.otherwise = (request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        page('Day', `Nothing on ${request.url}`, [`${request.url}1`, `${request.url}2`]),
      );
    };
    const source = await addWebsite();
    await work(source.id, { sliceMs: 0 });
    const { pages, state } = await view(source.id);
    expect(state).toBe('ready');
    expect(pages).toBeLessThan(MAX_SITE_PAGES);
    const address = 'http://bakery.example/about';
    const where = { sourceId: source.id, address, hash: { not: '' } };
    expect(await prisma.sourcePage.count({ where })).toBe(1);
  });

  test('is cut at its most pages, and says so', async () => {
    const paths = Array.from(
      { length: 300 },
      (_, at) => `/${at.toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[+d]!)}`,
    );
    site.paths['/'] = page('Home', 'Bread', paths);
    site.otherwise = (_, response) => void response.writeHead(404).end();
    const source = await addWebsite();
    await work(source.id);
    expect(await view(source.id)).toMatchObject({
      state: 'ready',
      pages: MAX_SITE_PAGES,
      problem: sourceTexts.siteCut,
    });
  });

  test('has pages that are too large, no pages, or without text', async () => {
    site.paths['/'] = page('Home', 'Bread', ['/large', '/image', '/empty']);
    const type = { 'Content-Type': 'text/html' };
    site.paths['/large'] = (_, response) =>
      void response.writeHead(200, type).end(Buffer.alloc(2.1 * 1024 * 1024, 'a'));
    site.paths['/image'] = (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'image/png' }).end('PNG');
    site.paths['/empty'] = '<script>1</script>';
    const source = await addWebsite();
    await work(source.id);
    expect(await problemsOf(source.id)).toEqual({
      '/large': PAGE_PROBLEMS['too-large'],
      '/image': PAGE_PROBLEMS.kind,
      '/empty': PAGE_PROBLEMS['no-text'],
    });
  });

  test('that is no web address is refused at once', async () => {
    await expect(addWebsite('nothing')).rejects.toMatchObject({
      userMessage: WEBSITE_REFUSALS['not-public'],
    });
    await addWebsite();
    await expect(addWebsite()).rejects.toMatchObject({
      userMessage: sourceTexts.alreadyThere('bakery.example'),
    });
  });
});

describe('reading', () => {
  test('stops when it is paused or deleted, and continues where it was', async () => {
    const source = await addWebsite();
    site.paths['/'] = page('Home', 'Bread', ['/a', '/b']);
    site.paths['/a'] = (_, response) => {
      void pauseSource(user.id, at(source.id)).then(() => {
        response.setHeader('Content-Type', 'text/html');
        response.end(page('A', 'First'));
      });
    };
    site.paths['/b'] = page('B', 'Second');
    await work(source.id);
    expect(await view(source.id)).toMatchObject({ state: 'paused', found: 3, done: 1 });
    expect(heldSources.held.size).toBe(0);
    await work(source.id);
    expect(await stateOf(source.id)).toBe('paused');

    site.paths['/a'] = page('A', 'First');
    site.requested = [];
    await resumeSource(user.id, at(source.id));
    await work(source.id);
    expect(Object.keys(await textsOf(source.id))).toEqual(['/', '/a', '/b']);
    expect(site.requested).not.toContain('bakery.example/');

    await resyncSource(user.id, at(source.id));
    site.paths['/a'] = (_, response) => {
      void deleteSource(user.id, at(source.id)).then(() => response.end());
    };
    await workOn(source.id, { network: site.network, pauseMs: 0 });
    expect(heldSources.held.size).toBe(0);
  });

  test('is taken over after a crash, and what the dead process had stored is not read again', async () => {
    const paths = Array.from({ length: 12 }, (_, at) => `/page-${'abcdefghijkl'[at]}`);
    site.paths['/'] = page('Home', 'Bread', paths);
    for (const path of paths) site.paths[path] = page(path, `Text of ${path}`);
    const source = await addWebsite();
    await workOn(source.id, { network: site.network, pauseMs: 0, sliceMs: 0 });
    const held = await claimSource(source.id, newId());
    expect(held).toMatchObject({ attempt: 1 });
    expect(await claimSource(source.id, newId())).toBeNull();
    const before = new Set(site.requested);
    site.requested = [];
    await prisma.source.update({ where: { id: source.id }, data: { heldUntil: new Date(0) } });
    await work(source.id);
    expect(await stateOf(source.id)).toBe('ready');
    const again = site.requested.filter((path) => before.has(path));
    expect(again).toEqual(['bakery.example/robots.txt']);
    expect(Object.keys(await textsOf(source.id))).toHaveLength(13);
    // The dead process, if it is alive after all, can't write any more.
    await expect(transaction((tx) => lockHeld(tx, held!))).rejects.toThrow();
  });

  test('is given up when it ends every process that takes it', async () => {
    site.paths['/'] = page('Home', 'Bread');
    const source = await addWebsite();
    await prisma.source.update({ where: { id: source.id }, data: { starts: 3 } });
    await work(source.id);
    const problem = sourceTexts.broken;
    expect(await view(source.id)).toMatchObject({ state: 'failed', problem });
  });

  test('takes one source of a person at a time', async () => {
    const first = await addWebsite();
    const second = await addWebsite('http://other.example/');
    const held = await claimSource(first.id, newId());
    expect(held).not.toBeNull();
    expect(await claimSource(second.id, newId())).toBeNull();
    const other = await createUser();
    const { id } = await createProfile(other);
    const input = { kind: 'website', address: 'http://third.example/' } as const;
    const [theirs] = await addSources(other.id, id, input);
    expect(await claimSource(theirs!.id, newId())).not.toBeNull();
  });

  test('is queued again for what waits', async () => {
    await addWebsite();
    await expect(resumeSources()).resolves.toBeUndefined();
  });
});

test('another person’s sources are not found', async () => {
  const source = await addText('Secret');
  const other = await createUser();
  const theirs = (await createProfile(other)).id;
  for (const id of [profileId, theirs]) {
    const address = { id, sourceId: source.id };
    for (const attempt of [
      () => readSourcePages(other.id, address, { after: -1 }),
      () => changeOwnSource(other.id, address, { name: 'Mine' }),
      () => resyncSource(other.id, address),
      () => pauseSource(other.id, address),
      () => resumeSource(other.id, address),
      () => deleteSource(other.id, address),
    ]) {
      await expect(attempt()).rejects.toMatchObject(GONE);
    }
  }
  await deleteSource(user.id, at(source.id));
  for (const id of [profileId, theirs]) {
    const address = { id, sourceId: source.id };
    await expect(undoSourceDeletion(other.id, address)).rejects.toMatchObject(GONE);
  }
  await expect(readSources(other.id, profileId)).rejects.toMatchObject(GONE);
  await expect(
    addSources(other.id, profileId, { kind: 'text', name: '', text: 'x' }),
  ).rejects.toMatchObject(GONE);
});
