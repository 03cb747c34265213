import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { writeExport } from '../factories/chatgpt/write-export.ts';
import { startFakeImages, type FakeImages } from '../fakes/images.ts';
import { startFakeS3, S3_CREDENTIALS, type FakeS3 } from '../fakes/s3.ts';
import { untilState, uploadExport } from '../harness/upload-export.ts';
import { query, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Reported } from './chatting-user.ts';
import { startUnrulyStore, type StoreTrouble, type UnrulyStore } from './unruly-store.ts';
import { HANG } from '../harness/eventually.ts';

const GONE_MS = 10_000;
const LONG = ' Bread and butter.'.repeat(33_334);
const GOES_ON = '[The text goes on from here.]';
const REST_MISSING = '[The rest of this text could not be read.]';
const FILE = 'flour, water, salt\n'.repeat(200);

const installation = openInstallation();
let s3: FakeS3;
let store: UnrulyStore;
let images: FakeImages;
beforeAll(async () => {
  s3 = await startFakeS3();
  store = await startUnrulyStore(s3.url);
  images = await startFakeImages();
});
afterAll(async () => {
  await store.close();
  await s3.close();
  await images.close();
});

/** An app with a bucket, and someone who has of everything that is kept in it. */
interface World {
  app: AppProcess;
  url: string;
  person: SignedUp;
  /** A question of 600,000 characters, moved out of its row. */
  long: Reported & { questionId: string };
  fileId: string;
  pictureId: string;
}

async function openWorld(): Promise<World> {
  store.turn(null);
  const database = await installation.database();
  const { app, address } = await installation.app(database, {
    METERING: 'off',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
  });
  const { url } = database;
  const person = await signedUp(address);
  const { id: fileId } = await kept(sendFile(person));
  const told = await talk(person, { tokens: 5 }, { more: LONG, attachmentIds: [fileId] });
  const { id: pictureId } = await kept(uploadImage(person));
  const row = await vi.waitFor(async () => {
    const rows = await query(
      url,
      `SELECT q.id, q.content_overflow AS moved FROM messages a JOIN messages q ON q.id = a.parent_id
        WHERE a.id = '${told.answerId}'`,
    );
    expect(rows).toEqual([{ id: expect.any(String), moved: true }]);
    return rows[0];
  }, HANG);
  return { app, url, person, long: { ...told, questionId: String(row?.id) }, fileId, pictureId };
}

function sendFile(person: SignedUp) {
  return person.fetch('/api/attachments', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'list.txt' },
    body: FILE,
  });
}

async function uploadImage(person: SignedUp) {
  const image = await sharp({
    create: { width: 90, height: 60, channels: 3, background: '#c96' },
  })
    .png()
    .toBuffer();
  return person.fetch('/api/media/uploads', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'loaf.png' },
    body: new Uint8Array(image),
  });
}

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What was stored. */
async function kept(answer: Promise<Response>): Promise<{ id: string }> {
  const response = await answer;
  const body = (await response.json()) as { file?: { id: string }; id: string; error?: string };
  expect(body.error).toBeUndefined();
  return body.file ?? body;
}

/** It cannot be done now, and that is said in a sentence for people. */
async function expectRefused(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const text = await response.text();
  expect([response.status, text]).toEqual([503, expect.any(String)]);
  // The JSON of an API, or the text of what answers with files.
  const words = text.startsWith('{') ? (JSON.parse(text) as { error: string }).error : text;
  expect(words).toMatch(/^[A-Z“].{15,200}\.$/s);
  expect(words).not.toMatch(/ECONN|S3|SlowDown|object store|<html/i);
}

/** The whole of the long message, word for word, or a refusal: never anything else. */
async function expectTrueOrRefused({ person, long }: World): Promise<'true' | 'refused'> {
  const response = person.fetch(`/api/messages/${long.questionId}`);
  if ((await response).status === 503) {
    await expectRefused(response);
    return 'refused';
  }
  const { text } = (await (await response).json()) as { text: string };
  expect(text.endsWith(LONG) && text.startsWith(long.question)).toBe(true);
  return 'true';
}

/** The page is there, with the beginning of the long text. */
async function expectPage({ person, long }: World): Promise<void> {
  const page = await person.fetch(`/ai-lab/chat/${long.conversationId}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(long.question);
  expect(html).toContain(GOES_ON);
}

/** Goes on in the conversation: the model gets the long text as it was, or its beginning and a note. */
async function expectGoesOn({ url, person, long }: World, fresh = true): Promise<void> {
  installation.openAi.reset();
  const { conversationId } = long;
  const told = await talk(
    person,
    { tokens: 5 },
    { conversationId: fresh ? conversationId : null, more: fresh ? '' : LONG },
  );
  expect(told.state).toBe('done');
  if (fresh) await expectStored(url, [told]);
  for (const { content } of installation.openAi.requests.flatMap(({ body }) => body.messages)) {
    if (!content.includes(long.question)) continue;
    const isWhole = content.includes(LONG);
    expect(isWhole || content.includes(REST_MISSING) || content.includes(GOES_ON)).toBe(true);
    if (!isWhole) expect(content.length).toBeLessThan(5_000);
  }
}

/** Every object of the bucket is named by a row, and every one that a row names is there. */
async function expectObjectsNamed({ url, person }: World): Promise<void> {
  const rows = await query(
    url,
    `SELECT unnest(array_remove(ARRAY[content_url, context_url, files_url, full_content_urls_storage_url], NULL)) AS key
       FROM messages
     UNION SELECT unnest(ARRAY[object_key, read_key]) FROM attachments
     UNION SELECT 'media/' || user_id || '/' || id || '/' || size
             FROM media_items, unnest(ARRAY['file', '320', '640', '1280']) AS size`,
  );
  const named = new Set(rows.map(({ key }) => String(key)));
  expect(person.email).toBeTruthy();
  const stored = s3.keys().filter((key) => /^(messages|attachments|media)\//.test(key));
  expect(stored.filter((key) => !named.has(key))).toEqual([]);
  expect([...named].filter((key) => !stored.includes(key))).toEqual([]);
}

async function untilImage({ url }: World, id: string): Promise<Record<string, unknown>> {
  return vi.waitFor(async () => {
    const [job] = await query(url, `SELECT state, reason FROM media_jobs WHERE id = '${id}'`);
    expect(job?.state).toMatch(/succeeded|failed/);
    return job ?? {};
  }, HANG);
}

const wish = () =>
  post({
    clientKey: randomUUID(),
    prompt: 'A loaf of rye on a wooden board',
    model: 'gpt-image-2',
    size: '1024x1024',
    count: 1,
    profileId: null,
    brandText: '',
  });

it('gone for ten seconds: long texts show their beginning, the rest is refused in words or done afterwards', async () => {
  const world = await openWorld();
  const { app, url, person, long, fileId, pictureId } = world;
  const file = join(temporaryDataDir(), 'export.zip');
  await writeExport(file, {
    conversations: 20,
    turns: 4,
    assets: 5,
    assetBytes: 20_000,
    branchEvery: 1_000_000,
  });
  const bytes = readFileSync(file);
  const begun = await person.fetch(
    '/api/imports',
    post({ files: [{ name: 'export.zip', size: bytes.length }] }),
  );
  const { id: importId } = (await begun.json()) as { id: string };
  const sendPart = () =>
    person.fetch(`/api/imports/${importId}/files/0/parts/0`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });

  store.turn('gone');
  const back = wait(GONE_MS).then(() => store.turn(null));
  await expectPage(world);
  await expectGoesOn(world);
  const later = await talk(person, { tokens: 5 }, { more: LONG });
  expect(later.state).toBe('done');
  expect(await expectTrueOrRefused(world)).toBe('refused');
  await expectRefused(person.fetch(`/api/attachments/${fileId}`));
  await expectRefused(person.fetch(`/api/media/items/${pictureId}/file`));
  await expectRefused(sendFile(person));
  await expectRefused(uploadImage(person));
  await expectRefused(sendPart());
  const made = (await (await person.fetch('/api/media/images', wish())).json()) as { id: string };
  // Those two last as long as they need: the one fails in words, the other is ready in the end.
  const job = await untilImage(world, made.id);
  if (job.state === 'failed') expect(job.reason).toMatch(/could not be stored/);
  const asked = (await (await person.fetch('/api/exports', { method: 'POST' })).json()) as {
    id: string;
  };
  await back;

  expect(await expectTrueOrRefused(world)).toBe('true');
  await expectPage(world);
  // What could not leave its row stayed there, whole.
  const [row] = await query(
    url,
    `SELECT q.content_overflow AS moved, q.content FROM messages a JOIN messages q ON q.id = a.parent_id
      WHERE a.id = '${later.answerId}'`,
  );
  expect(row?.moved || String(row?.content).endsWith(LONG)).toBe(true);
  expect(await (await person.fetch(`/api/attachments/${fileId}`)).text()).toBe(FILE);
  await kept(sendFile(person));
  expect((await sendPart()).status).toBe(204);
  await person.fetch(`/api/imports/${importId}/read`, { method: 'POST' });
  await untilState(person.fetch, importId, 'ready');
  await person.fetch(`/api/imports/${importId}/start`, post({ all: true, except: [] }));
  expect(await untilState(person.fetch, importId, 'done')).toMatchObject({
    result: { imported: 20, missingFiles: 0 },
  });
  await vi.waitFor(async () => {
    const rows = await query(url, `SELECT state FROM exports WHERE id = '${asked.id}'`);
    expect(rows).toEqual([{ state: 'ready' }]);
  }, HANG);

  // A download that breaks off does not look like a whole one.
  const whole = await person.fetch(`/api/exports/${asked.id}/file`);
  expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
  store.turn('breaks-off', (method) => method === 'GET');
  for (const path of [`/api/exports/${asked.id}/file`, `/api/media/items/${pictureId}/file`]) {
    await expect(person.fetch(path).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  }
  store.turn(null);
  await expectSound(url);
  await expectStored(url, [{ ...long, question: long.question }]);
  await expectObjectsNamed(world);
  await stop(app);
});

it('answers with faults, pages, half of it and other bytes: nothing of that is taken for what was stored', async () => {
  const world = await openWorld();
  const { app, url, person, fileId } = world;
  const file = () => person.fetch(`/api/attachments/${fileId}`);
  const reading: [StoreTrouble, file: 'refused' | 'broken off' | 'not noticed'][] = [
    ['slow-down', 'refused'],
    ['fault', 'refused'],
    ['garbage', 'refused'],
    ['halves', 'refused'],
    ['lies', 'refused'],
    ['breaks-off', 'broken off'],
    // What people have uploaded goes back to them as it comes; their programs look at it.
    ['flips', 'not noticed'],
  ];
  for (const [trouble, outcome] of reading) {
    store.turn(trouble, (method) => method === 'GET');
    expect([trouble, await expectTrueOrRefused(world)]).toEqual([trouble, 'refused']);
    await expectPage(world);
    await expectGoesOn(world);
    if (outcome === 'refused') await expectRefused(file());
    if (outcome === 'broken off') await expect(file().then((one) => one.text())).rejects.toThrow();
    expect(store.met()).toBeGreaterThan(0);
  }
  // What cannot be written is not there, nor is a part of it.
  for (const trouble of ['slow-down', 'fault'] as const) {
    store.turn(trouble, (method, path) => method === 'PUT' && path.includes('/read'));
    await expectRefused(sendFile(person));
    store.turn(trouble, (method) => method === 'PUT');
    await expectRefused(uploadImage(person));
    await expectGoesOn(world, false);
  }
  store.turn(null);
  expect(await expectTrueOrRefused(world)).toBe('true');

  // An import whose upload comes back otherwise: its ZIP has checksums of its own.
  const zip = join(temporaryDataDir(), 'export.zip');
  await writeExport(zip, { conversations: 20, turns: 4 });
  const { id: importId } = await uploadExport(person.fetch, zip);
  store.turn('flips', (method, path) => method === 'GET' && path.includes('/imports/'));
  await person.fetch(`/api/imports/${importId}/read`, { method: 'POST' });
  const damaged = await vi.waitFor(async () => {
    const [row] = await query(url, `SELECT state, reason FROM imports WHERE id = '${importId}'`);
    expect(row?.state).toBe('failed');
    return row;
  }, HANG);
  expect(damaged?.reason).toMatch(/^[A-Z].{15,200}\.$/);
  store.turn(null);

  // An object that a row names is not there any more.
  const [lost] = await query(url, `SELECT content_url AS key FROM messages WHERE content_overflow`);
  s3.lose(String(lost?.key));
  expect(await expectTrueOrRefused(world)).toBe('refused');
  await expectPage(world);
  await expectGoesOn(world);
  expect(app.stderr()).not.toMatch(/S3RVER|Bread and butter/);
  await expectSound(url);
  await stop(app);
});

it('hangs, or comes byte by byte: everybody gets a word within half a minute, and pages at once', async () => {
  const world = await openWorld();
  const { app, url, person, fileId } = world;
  for (const trouble of ['hangs', 'trickles'] as const) {
    store.turn(trouble);
    const since = performance.now();
    await expectPage(world);
    expect(performance.now() - since).toBeLessThan(5_000);
    const slow = Promise.all([
      expectTrueOrRefused(world),
      expectGoesOn(world),
      trouble === 'hangs' ? expectRefused(sendFile(person)) : null,
      trouble === 'hangs' ? expectRefused(person.fetch(`/api/attachments/${fileId}`)) : null,
    ]);
    // No one else waits for those who wait.
    expect((await person.fetch('/api/conversations')).status).toBe(200);
    expect((await slow)[0]).toBe('refused');
    expect(performance.now() - since).toBeLessThan(45_000);
  }
  store.turn(null);
  expect(await expectTrueOrRefused(world)).toBe('true');
  await expectSound(url);
  await stop(app);
});
