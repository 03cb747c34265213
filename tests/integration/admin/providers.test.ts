import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { startFakeImages } from '../../fakes/images.ts';
import { startFakeOpenAi } from '../../fakes/openai.ts';
import { startFakeSmtp } from '../../fakes/smtp.ts';
import { fakeTrainings } from '../../fakes/trainings.ts';

// Not a setting: an admin connects it.
const fake = await startFakeOpenAi();
const smtp = await startFakeSmtp({ user: 'post', password: 'a pass word', plain: true });

import { findStartProblems, followProviders } from '~/features/admin/index.server';
import { readLog } from '~/features/admin/audit/read-log.server';
import { applyProviders } from '~/features/admin/providers/apply-providers.server';
import { readProviders } from '~/features/admin/providers/read-providers.server';
import * as api from '~/features/admin/providers/routes/providers';
import { deliver } from '~/features/email/index.server';
import { completeChat, contextOf, defaultModel, isDemo, models } from '~/gateways/ai/index.server';
import { isImageDemo, configuredImageModels } from '~/gateways/images/index.server';
import { isOutboxUsed } from '~/gateways/email/index.server';
import { checkReplicate, replicateHost } from '~/gateways/replicate/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { videoModelSettings } from '~/gateways/video/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import { createUser, signInCookie } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const KEY = 'sk-of-the-admin-1234567890';
const CHAT = { address: fake.url, models: [{ id: 'openai/gpt-4o', weight: 2 }] };
const EMAIL = {
  service: 'smtp',
  from: 'Acme <hello@acme.example>',
  host: '127.0.0.1',
  port: smtp.port,
  security: 'offered',
  user: 'post',
};

let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'audit_entries', 'provider_settings');
  await applyProviders();
  cookie = await signInCookie(await createUser({ email: 'root@example.com', isAdmin: true }));
  fake.reset();
  smtp.reset();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await emptyTables('provider_settings');
  await applyProviders();
  await Promise.all([fake.close(), smtp.close()]);
});

interface Answer {
  ok?: boolean;
  text?: string;
  error?: string;
  fields?: Record<string, string>;
  models?: { id: string; vision?: boolean }[];
  videoModels?: { id: string }[];
}

async function call(method: string, path: string, body?: object, as = cookie) {
  const request = new Request(`http://localhost:3000/api/admin/providers/${path}`, {
    method,
    headers: { cookie: as, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [purpose = ''] = path.split('/');
  const response = await api.action({ request, context: {}, params: { purpose } });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer };
}

const save = (purpose: string, settings: object, key?: string, as = cookie) =>
  call('PUT', purpose, { settings, ...(key !== undefined && { key }) }, as);
const ask = () =>
  completeChat({
    model: defaultModel(),
    messages: [{ role: 'user', content: 'Hello' }],
    maxTokens: 64,
    temperature: 0,
    signal: AbortSignal.timeout(5_000),
  });

test('only admins with a recent login can change a provider, and only one that exists', async () => {
  const user = await signInCookie(await createUser());
  for (const [method, path] of [
    ['PUT', 'chat'],
    ['DELETE', 'chat'],
    ['POST', 'chat/test'],
    ['POST', 'chat/models'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : { settings: CHAT, address: fake.url };
    expect((await call(method, path, body, user)).status, path).toBe(404);
    expect((await call(method, path, body, '')).status, path).toBe(401);
  }
  expect((await save('toString', CHAT)).status).toBe(404);
  expect((await call('POST', 'email/models', { address: '' })).status).toBe(404);
  expect((await call('DELETE', 'chat')).status).toBe(404);

  await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);
  expect(await save('chat', CHAT, KEY)).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/sign in again/) },
  });
  expect((await call('DELETE', 'chat')).status).toBe(403);
  expect(isDemo()).toBe(true);
});

test('what a model reads at once, and whether people choose how hard it thinks, is set with it', async () => {
  const model = { id: 'openai/gpt-4o', weight: 2 };
  const saved = (more: object) => save('chat', { ...CHAT, models: [{ ...model, ...more }] }, KEY);
  for (const context of [100, 2_000.5, -1, 1e12]) {
    expect((await saved({ context })).body.fields, String(context)).toEqual({
      'models.0.context': 'Enter a whole number of tokens, 2,000 or more, or nothing.',
    });
  }
  expect((await saved({ context: 32_000, effort: true })).status).toBe(200);
  expect(contextOf(model.id)).toBe(32_000);
  expect(models()).toEqual([{ ...model, effort: true }]);
  expect((await saved({})).status).toBe(200);
  expect(contextOf(model.id)).toBeNull();
});

test('a provider that an admin connects answers at once, with its key and its models', async () => {
  expect(isDemo()).toBe(true);
  expect(await save('chat', CHAT, KEY)).toEqual({ status: 200, text: '{}', body: {} });
  expect(isDemo()).toBe(false);
  // Known by its name to read images, and stored so.
  expect(models()).toEqual([{ id: 'openai/gpt-4o', weight: 2, effort: false }]);
  expect(readProviders().chat.stored?.settings.models[0]?.vision).toBe(true);
  await ask();
  expect(fake.requests).toMatchObject([
    { authorization: `Bearer ${KEY}`, body: { model: 'openai/gpt-4o' } },
  ]);

  // With other models, and the same key.
  await save('chat', { ...CHAT, models: [{ id: 'openai/gpt-4o-mini', weight: 1 }] });
  await ask();
  expect(fake.requests[1]).toMatchObject({
    authorization: `Bearer ${KEY}`,
    body: { model: 'openai/gpt-4o-mini' },
  });

  expect((await call('DELETE', 'chat')).status).toBe(200);
  expect(isDemo()).toBe(true);
});

test('the key is encrypted for its row, and comes back nowhere', async () => {
  const logged = (['trace', 'debug', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(log, level),
  );
  const answers = [await save('chat', CHAT, KEY)];
  fake.behave({ complete: { status: 401 } });
  answers.push(await call('POST', 'chat/test', { settings: CHAT }));
  answers.push(await call('POST', 'chat/models', { address: fake.url }));
  const rows = await sql.query<{ secret: string }>('SELECT * FROM provider_settings');
  expect(rows[0]?.secret).toMatch(/^e1\./);
  const { acts } = await readLog(new URLSearchParams());
  expect(acts).toMatchObject([
    {
      action: 'set-provider',
      after: { purpose: 'chat', address: fake.url, models: 'openai/gpt-4o' },
    },
  ]);
  const seen = [answers, rows, acts, readProviders(), logged.map(({ mock }) => mock.calls)];
  expect(JSON.stringify(seen)).not.toContain(KEY);
  expect(readProviders().chat.stored).toMatchObject({ hasKey: true, isLocked: false });

  // A copy in another row opens nothing.
  await sql.query(
    `INSERT INTO provider_settings (purpose, settings, secret, updated_at)
     SELECT 'images', $1::jsonb, secret, now() FROM provider_settings`,
    [JSON.stringify({ address: fake.url, models: [{ id: 'brush', tokens: 1 }] })],
  );
  await applyProviders();
  expect(readProviders().images.stored).toMatchObject({ hasKey: false, isLocked: true });
});

test('a saved key never goes to another server', async () => {
  await save('chat', CHAT, KEY);
  const other = await startFakeOpenAi();
  const elsewhere = { ...CHAT, address: other.url };
  expect((await call('POST', 'chat/test', { settings: elsewhere })).body.ok).toBe(true);
  await call('POST', 'chat/models', { address: other.url });
  expect(other.requests.map(({ authorization }) => authorization)).toEqual([null]);
  expect((await save('chat', elsewhere)).status).toBe(200);
  await ask();
  expect(other.requests[1]?.authorization).toBeNull();
  expect(readProviders().chat.stored?.hasKey).toBe(false);

  // Nor does one that another process has saved for another server in between, which this one doesn't know yet.
  await save('chat', CHAT, KEY);
  await sql.query(
    `UPDATE provider_settings SET settings = jsonb_set(settings, '{address}', to_jsonb($1::text))`,
    [other.url],
  );
  await save('chat', CHAT);
  expect(readProviders().chat.stored?.hasKey).toBe(false);
  await other.close();
});

test('the environment wins, and what it sets can’t be changed in the app', async () => {
  await save('chat', CHAT, KEY);
  Object.assign(env(), { OPENAI_BASE_URL: 'https://ai.example/v1' });
  vi.stubEnv('OPENAI_BASE_URL', 'https://ai.example/v1');
  vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-operator');
  try {
    expect(defaultModel()).toBe('openai/gpt-4o-mini');
    expect(readProviders().chat).toMatchObject({
      summary: 'openai/gpt-4o-mini at ai.example',
      variables: [
        { name: 'OPENAI_API_KEY', value: null },
        { name: 'OPENAI_BASE_URL', value: 'https://ai.example/v1' },
      ],
    });
    expect((await save('chat', CHAT, KEY)).status).toBe(409);
    expect((await call('DELETE', 'chat')).status).toBe(409);
  } finally {
    Object.assign(env(), { OPENAI_BASE_URL: undefined });
    vi.unstubAllEnvs();
  }
  expect(defaultModel()).toBe('openai/gpt-4o');
});

test('models are found at a server, and a test has one answer', async () => {
  const { body } = await call('POST', 'chat/models', { address: `${fake.url}/`, key: KEY });
  expect(body.models).toEqual([
    { id: 'openai/gpt-4o', vision: true },
    { id: 'openai/gpt-4o-mini', vision: true },
  ]);
  expect((await call('POST', 'chat/test', { settings: CHAT, key: KEY })).body).toEqual({
    ok: true,
    text: expect.stringMatching(/^openai\/gpt-4o answered in [\d.]+ seconds\.$/),
  });
  fake.behave({ complete: { status: 401 } });
  expect((await call('POST', 'chat/test', { settings: CHAT, key: KEY })).body).toEqual({
    ok: false,
    text: 'The provider rejected the key. Check it, and that it belongs to the address.',
  });
  expect(isDemo()).toBe(true);
});

test.each([
  ['http://169.254.169.254/latest', 'address'],
  ['http://[fe80::1]/v1', 'address'],
  ['http://[fd00:ec2::254]/v1', 'address'],
  ['http://0.0.0.0:1/v1', 'address'],
  ['ftp://ai.example', 'address'],
  ['https://user:pass@ai.example/v1', 'address'],
])('the address %s is refused', async (address, field) => {
  const settings = { ...CHAT, address };
  for (const answer of [
    await save('chat', settings, KEY),
    await call('POST', 'chat/test', { settings, key: KEY }),
    await call('POST', 'chat/models', { address, key: KEY }),
    await save('images', { address, models: [{ id: 'm', tokens: 1 }] }, KEY),
  ]) {
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  }
  expect(isDemo()).toBe(true);
});

test('what is wrong is said of its field', async () => {
  const fields = async (purpose: string, settings: object, key?: string) =>
    (await save(purpose, settings, key)).body.fields;
  expect(await fields('chat', { ...CHAT, models: [] })).toEqual({
    models: 'Choose at least one model.',
  });
  expect(await fields('chat', { ...CHAT, models: [{ id: 'm', weight: null }] })).toEqual({
    'models.0.weight': 'Enter a number above 0, up to 10,000.',
  });
  expect(await fields('chat', CHAT, 'a key with spaces')).toHaveProperty('key');
  expect(await fields('video', { models: [] })).toEqual({ key: 'Enter a key.' });
  expect(await fields('email', { ...EMAIL, from: 'nobody', host: 'a b' })).toMatchObject({
    from: expect.any(String),
    host: expect.any(String),
  });
  expect(await fields('email', { ...EMAIL, host: '169.254.169.254' }, 'p')).toHaveProperty('host');
});

test('images come from the server that an admin connected, with the key of the same chat server', async () => {
  await save('chat', CHAT, KEY);
  expect(isImageDemo()).toBe(true);
  await save('images', { address: fake.url, models: [{ id: 'brush', tokens: 7 }] });
  expect(configuredImageModels()).toMatchObject([{ id: 'brush', provider: 'openai', tokens: 7 }]);
  const settings = { address: fake.url, models: [{ id: 'brush', tokens: 7 }] };
  expect((await call('POST', 'images/test', { settings })).body.ok).toBe(true);
});

test('Replicate makes videos and trains LoRAs with the token that an admin connected', async () => {
  const replicate = await startFakeImages({ mounted: [fakeTrainings()] });
  Object.assign(env(), { REPLICATE_BASE_URL: `${replicate.url}/replicate` });
  try {
    const key = 'r8-of-the-admin';
    const found = await call('POST', 'video/models', { address: '', key });
    expect(found.body.videoModels).toMatchObject([
      { id: 'maker/clip', seconds: [5, 10], firstFrameInput: 'start_image' },
    ]);
    const [model] = found.body.videoModels ?? [];
    const settings = { models: [{ ...model, kind: 'video', tokensPerSecond: 9 }] };
    expect((await call('POST', 'video/test', { settings, key: 'wrong' })).body).toEqual({
      ok: false,
      text: expect.stringMatching(/^Replicate rejected the key/),
    });
    expect((await call('POST', 'video/test', { settings, key })).body.ok).toBe(true);
    expect(trainingModel()).toBeNull();
    expect((await save('video', settings, key)).status).toBe(200);
    expect(videoModelSettings()).toMatchObject([
      { id: 'maker/clip', tokensPerSecond: 9, firstFrame: true, seed: false },
    ]);
    expect(trainingModel()).toMatchObject({ label: 'FLUX LoRA' });
    expect(replicateHost()).toBe(new URL(replicate.url).host);
    await checkReplicate(AbortSignal.timeout(5_000));
  } finally {
    Object.assign(env(), { REPLICATE_BASE_URL: undefined });
    await replicate.close();
  }
});

describe('an SMTP server that an admin connects', () => {
  const content = { subject: 'Hello', preview: '', title: 'Hello', paragraphs: ['There.'] };
  const send = () => deliver('ada@example.com', content, { kind: 'notice' });

  test('gets a test email before it is saved, and all emails from then on', async () => {
    const key = 'a pass word';
    expect((await call('POST', 'email/test', { settings: EMAIL, key })).body).toEqual({
      ok: true,
      text: 'The email service accepted an email to root@example.com. Check that it arrives.',
    });
    expect(isOutboxUsed()).toBe(true);
    await save('email', EMAIL, key);
    expect(isOutboxUsed()).toBe(false);
    await send();
    expect(smtp.mails.map(({ from, to }) => [from, ...to])).toEqual([
      ['hello@acme.example', 'root@example.com'],
      ['hello@acme.example', 'ada@example.com'],
    ]);
  });

  test('says so when it rejects the password', async () => {
    expect((await call('POST', 'email/test', { settings: EMAIL, key: 'wrong' })).body).toEqual({
      ok: false,
      text: expect.stringMatching(/^The email service rejected the sign-in\. Check the user name/),
    });
  });

  test('keeps emails waiting while its password can’t be read', async () => {
    await save('email', EMAIL, 'a pass word');
    await sql.query(`UPDATE provider_settings SET secret = 'e1.another_.AAAA'`);
    await applyProviders();
    await expect(send()).rejects.toMatchObject({ code: 'not-accepted', retryable: true });
    expect(smtp.mails).toEqual([]);
    expect(readProviders().email.stored).toMatchObject({ hasKey: false, isLocked: true });
    expect(await findStartProblems()).toEqual([
      "ENCRYPTION_KEY has changed: the keys of providers can't be read (email), which don't work until then. " +
        'Set the old key again (without the setting, it is the file encryption-key in DATA_DIR). If it is lost, ' +
        'enter the keys again under Admin, Providers.',
    ]);
    // Entered again, it works again.
    await save('email', EMAIL, 'a pass word');
    await send();
    expect(smtp.mails).toHaveLength(1);
  });
});

test('settings of another version are ignored, and reported', async () => {
  const logged = vi.spyOn(log, 'error');
  await sql.query(
    `INSERT INTO provider_settings (purpose, settings, updated_at) VALUES ('chat', '{"a":1}', now())`,
  );
  await applyProviders();
  expect(isDemo()).toBe(true);
  expect(logged).toHaveBeenCalledWith({ purpose: 'chat' }, expect.any(String));
  // And replaced by the next ones.
  expect((await save('chat', CHAT, KEY)).status).toBe(200);
  expect(isDemo()).toBe(false);
});

test('a process follows changes of others, also those that it missed while it was cut off', async () => {
  await save('chat', CHAT, KEY);
  const following = await followProviders();
  // What another process does: it doesn't tell this one but through the database.
  const setModel = (id: string) =>
    sql.query(
      `UPDATE provider_settings SET settings = jsonb_set(settings, '{models,0,id}', to_jsonb($1::text))`,
      [id],
    );
  try {
    await setModel('second');
    await sql.query(`SELECT pg_notify('brandwright_providers', '')`);
    await vi.waitFor(() => expect(defaultModel()).toBe('second'));

    await setModel('third');
    await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%brandwright_providers%'`,
    );
    await vi.waitFor(() => expect(defaultModel()).toBe('third'));
  } finally {
    await following.close();
  }
});
