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
const CONTINUES = '[Continues in the full text.]';
const REST_MISSING = '[The rest of this text couldn’t be loaded.]';
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

/** An app with a bucket, and a user who has one of everything that is stored in it. */
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
  const { id: fileId } = await stored(sendFile(person));
  const reported = await talk(person, { tokens: 5 }, { more: LONG, attachmentIds: [fileId] });
  const { id: pictureId } = await stored(uploadImage(person));
  const row = await vi.waitFor(async () => {
    const rows = await query(
      url,
      `SELECT q.id, q.content_overflow AS moved FROM messages a JOIN messages q ON q.id = a.parent_id
        WHERE a.id = '${reported.answerId}'`,
    );
    expect(rows).toEqual([{ id: expect.any(String), moved: true }]);
    return rows[0];
  }, HANG);
  return {
    app,
    url,
    person,
    long: { ...reported, questionId: String(row?.id) },
    fileId,
    pictureId,
  };
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

/** Expects that it was stored, and returns it. */
async function stored(answer: Promise<Response>): Promise<{ id: string }> {
  const response = await answer;
  const body = (await response.json()) as { file?: { id: string }; id: string; error?: string };
  expect(body.error).toBeUndefined();
  return body.file ?? body;
}

/** Expects a temporary refusal with an explanation. */
async function expectRefused(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const text = await response.text();
  expect([response.status, text]).toEqual([503, expect.any(String)]);
  // JSON of an API, or the text of a file endpoint.
  const words = text.startsWith('{') ? (JSON.parse(text) as { error: string }).error : text;
  expect(words).toMatch(/^[A-Z“].{15,200}\.$/s);
  expect(words).not.toMatch(/ECONN|S3|SlowDown|object store|<html/i);
}

/** Expects the whole long message, word for word, or a refusal, but nothing else. */
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

/** Expects the page, with the beginning of the long text. */
async function expectPage({ person, long }: World): Promise<void> {
  const page = await person.fetch(`/ai-lab/chat/${long.conversationId}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(long.question);
  expect(html).toContain(CONTINUES);
}

/** Continues the conversation, and expects that the model gets the long text, or its beginning and a note. */
async function expectContinues({ url, person, long }: World, fresh = true): Promise<void> {
  installation.openAi.reset();
  const { conversationId } = long;
  const reported = await talk(
    person,
    { tokens: 5 },
    { conversationId: fresh ? conversationId : null, more: fresh ? '' : LONG },
  );
  expect(reported.state).toBe('done');
  if (fresh) await expectStored(url, [reported]);
  for (const { content } of installation.openAi.requests.flatMap(({ body }) => body.messages)) {
    if (!content.includes(long.question)) continue;
    const isWhole = content.includes(LONG);
    expect(isWhole || content.includes(REST_MISSING) || content.includes(CONTINUES)).toBe(true);
    if (!isWhole) expect(content.length).toBeLessThan(5_000);
  }
}

/** Expects that a row names every object, and that every named object exists. */
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

it('a bucket that is gone for ten seconds leaves the beginnings of long texts; the rest is refused with an explanation or done later', async () => {
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
  const response = await person.fetch(
    '/api/imports',
    post({ files: [{ name: 'export.zip', size: bytes.length }] }),
  );
  const { id: importId } = (await response.json()) as { id: string };
  const sendPart = () =>
    person.fetch(`/api/imports/${importId}/files/0/parts/0`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });

  store.turn('gone');
  const back = wait(GONE_MS).then(() => store.turn(null));
  await expectPage(world);
  await expectContinues(world);
  const later = await talk(person, { tokens: 5 }, { more: LONG });
  expect(later.state).toBe('done');
  expect(await expectTrueOrRefused(world)).toBe('refused');
  await expectRefused(person.fetch(`/api/attachments/${fileId}`));
  await expectRefused(person.fetch(`/api/media/items/${pictureId}/file`));
  await expectRefused(sendFile(person));
  await expectRefused(uploadImage(person));
  await expectRefused(sendPart());
  const made = (await (await person.fetch('/api/media/images', wish())).json()) as { id: string };
  // These two take their time: one fails with an explanation, the other is ready in the end.
  const job = await untilImage(world, made.id);
  if (job.state === 'failed') expect(job.reason).toMatch(/couldn’t be saved/);
  const requested = (await (await person.fetch('/api/exports', { method: 'POST' })).json()) as {
    id: string;
  };
  await back;

  expect(await expectTrueOrRefused(world)).toBe('true');
  await expectPage(world);
  // A text that couldn't be moved out of its row is still there, whole.
  const [row] = await query(
    url,
    `SELECT q.content_overflow AS moved, q.content FROM messages a JOIN messages q ON q.id = a.parent_id
      WHERE a.id = '${later.answerId}'`,
  );
  expect(row?.moved || String(row?.content).endsWith(LONG)).toBe(true);
  expect(await (await person.fetch(`/api/attachments/${fileId}`)).text()).toBe(FILE);
  await stored(sendFile(person));
  expect((await sendPart()).status).toBe(204);
  await person.fetch(`/api/imports/${importId}/read`, { method: 'POST' });
  await untilState(person.fetch, importId, 'ready');
  await person.fetch(`/api/imports/${importId}/start`, post({ all: true, except: [] }));
  expect(await untilState(person.fetch, importId, 'done')).toMatchObject({
    result: { imported: 20, missingFiles: 0 },
  });
  await vi.waitFor(async () => {
    const rows = await query(url, `SELECT state FROM exports WHERE id = '${requested.id}'`);
    expect(rows).toEqual([{ state: 'ready' }]);
  }, HANG);

  // An interrupted download doesn't look complete.
  const whole = await person.fetch(`/api/exports/${requested.id}/file`);
  expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
  store.turn('breaks-off', (method) => method === 'GET');
  for (const path of [`/api/exports/${requested.id}/file`, `/api/media/items/${pictureId}/file`]) {
    await expect(person.fetch(path).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  }
  store.turn(null);
  await expectSound(url);
  await expectStored(url, [{ ...long, question: long.question }]);
  await expectObjectsNamed(world);
  await stop(app);
});

it('a bucket that answers with errors, pages, half files, or changed bytes is never believed', async () => {
  const world = await openWorld();
  const { app, url, person, fileId } = world;
  const file = () => person.fetch(`/api/attachments/${fileId}`);
  const reading: [StoreTrouble, file: 'refused' | 'cut off' | 'not noticed'][] = [
    ['slow-down', 'refused'],
    ['fault', 'refused'],
    ['garbage', 'refused'],
    ['halves', 'refused'],
    ['lies', 'refused'],
    ['breaks-off', 'cut off'],
    // Uploaded files are returned unchecked; people's programs check them.
    ['flips', 'not noticed'],
  ];
  for (const [trouble, outcome] of reading) {
    store.turn(trouble, (method) => method === 'GET');
    expect([trouble, await expectTrueOrRefused(world)]).toEqual([trouble, 'refused']);
    await expectPage(world);
    await expectContinues(world);
    if (outcome === 'refused') await expectRefused(file());
    if (outcome === 'cut off') await expect(file().then((one) => one.text())).rejects.toThrow();
    expect(store.met()).toBeGreaterThan(0);
  }
  // What can't be written leaves nothing, not even a part.
  for (const trouble of ['slow-down', 'fault'] as const) {
    store.turn(trouble, (method, path) => method === 'PUT' && path.includes('/read'));
    await expectRefused(sendFile(person));
    store.turn(trouble, (method) => method === 'PUT');
    await expectRefused(uploadImage(person));
    await expectContinues(world, false);
  }
  store.turn(null);
  expect(await expectTrueOrRefused(world)).toBe('true');

  // An import whose upload comes back changed: its ZIP has its own checksums.
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

  // An object that a row names has disappeared.
  const [lost] = await query(url, `SELECT content_url AS key FROM messages WHERE content_overflow`);
  s3.lose(String(lost?.key));
  expect(await expectTrueOrRefused(world)).toBe('refused');
  await expectPage(world);
  await expectContinues(world);
  expect(app.stderr()).not.toMatch(/S3RVER|Bread and butter/);
  await expectSound(url);
  await stop(app);
});

it('a bucket that hangs or trickles delays requests by at most half a minute, and pages not at all', async () => {
  const world = await openWorld();
  const { app, url, person, fileId } = world;
  for (const trouble of ['hangs', 'trickles'] as const) {
    store.turn(trouble);
    const since = performance.now();
    await expectPage(world);
    expect(performance.now() - since).toBeLessThan(5_000);
    const slow = Promise.all([
      expectTrueOrRefused(world),
      expectContinues(world),
      trouble === 'hangs' ? expectRefused(sendFile(person)) : null,
      trouble === 'hangs' ? expectRefused(person.fetch(`/api/attachments/${fileId}`)) : null,
    ]);
    // Waiting requests don't delay others.
    expect((await person.fetch('/api/conversations')).status).toBe(200);
    expect((await slow)[0]).toBe('refused');
    expect(performance.now() - since).toBeLessThan(45_000);
  }
  store.turn(null);
  expect(await expectTrueOrRefused(world)).toBe('true');
  await expectSound(url);
  await stop(app);
});
