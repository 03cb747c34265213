import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fakeAi } from '../setup/fake-ai';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { PARTS, isPart } from '~/features/admin/health/connections';
import { describeConnections } from '~/features/admin/health/describe-connections.server';
import { env } from '~/settings/env.server';
import * as api from '~/features/admin/health/routes/health';

import { readOutbox } from '../../harness/outbox';
import { createUser, signInCookie } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-connections-'));
env().DATA_DIR = dataDir;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  cookie = await signInCookie(await createUser({ email: 'root@example.com', isAdmin: true }));
});

async function run(part: string, as = cookie) {
  const request = new Request(`http://localhost:3000/api/admin/connections/${part}`, {
    method: 'POST',
    headers: { cookie: as },
  });
  const answer = await api.action({ request, context: {}, params: { part } });
  return { status: answer.status, body: (await answer.json()) as { ok: boolean; text: string } };
}

test('only admins can test connections, and only existing ones', async () => {
  const user = await signInCookie(await createUser());
  for (const part of PARTS) {
    expect((await run(part, user)).status).toBe(404);
    expect((await run(part, '')).status).toBe(401);
  }
  expect((await run('toString')).status).toBe(404);
  expect(isPart('constructor')).toBe(false);
});

test('testing the AI provider gets an answer, or says what to check without showing a key', async () => {
  expect(await run('ai')).toMatchObject({
    status: 200,
    body: { ok: true, text: expect.stringMatching(/^openai\/gpt-4o-mini answered in /) },
  });
  fakeAi.behave({ complete: { status: 401 } });
  expect(await run('ai')).toEqual({
    status: 200,
    body: {
      ok: false,
      text: 'The provider rejected the key. Check OPENAI_API_KEY, and that it belongs to OPENAI_BASE_URL.',
    },
  });
});

test('testing email sends the admin a message, and says that no service is set', async () => {
  const { body } = await run('mail');
  expect(body).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^No email service is set/),
  });
  const emails = await readOutbox(dataDir);
  expect(emails).toMatchObject([{ to: 'root@example.com', subject: 'A test from Brandwright' }]);
});

test('testing file storage stores and reads a file, or says what to check', async () => {
  expect((await run('objects')).body).toEqual({
    ok: true,
    text: 'A file was stored, read, and deleted.',
  });
  // A file in place of the directory, so that nothing can be stored.
  rmSync(join(dataDir, 'objects'), { recursive: true, force: true });
  writeFileSync(join(dataDir, 'objects'), '');
  const { body } = await run('objects');
  expect(body.ok).toBe(false);
  expect(body.text).toMatch(/\.$/);
});

test('connections are described without secrets', () => {
  const all = env();
  const before = { ...all };
  Object.assign(all, {
    OPENAI_API_KEY: 'sk-secret',
    OPENAI_BASE_URL: 'https://user:secret@ai.example/v1',
    SMTP_URL: 'smtp://user:secret@mail.example:587',
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'https://user:secret@s3.example',
  });
  const described = describeConnections();
  Object.assign(all, {
    SMTP_URL: undefined,
    S3_BUCKET: undefined,
    S3_ENDPOINT: undefined,
    ...before,
  });
  expect(described).toEqual({
    ai: 'openai/gpt-4o-mini at ai.example',
    images: 'Not set: the built-in demo draws',
    replicate: 'Not set: no LoRAs and no videos',
    mail: 'SMTP at mail.example:587',
    objects: 'Bucket files at s3.example',
    payments: 'Not set: nothing is for sale',
  });
});

test('testing payments says how to set them up', async () => {
  expect(await run('payments')).toMatchObject({
    status: 200,
    body: { ok: false, text: expect.stringMatching(/Set STRIPE_SECRET_KEY/) },
  });
});

test('testing images and Replicate says how to set them up', async () => {
  expect(await run('images')).toEqual({
    status: 200,
    body: {
      ok: false,
      text: 'No image service is set, so the built-in demo draws. Connect one under Providers, or set IMAGE_API_KEY, or IMAGE_BASE_URL for a server without keys.',
    },
  });
  expect(await run('replicate')).toMatchObject({
    status: 200,
    body: { ok: false, text: expect.stringMatching(/set REPLICATE_API_TOKEN/) },
  });
});
