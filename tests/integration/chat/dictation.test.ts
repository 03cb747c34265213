import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import '../setup/outbox.ts';
import { HANG } from '../../harness/eventually.ts';
import { fakeAi } from '../setup/fake-ai.ts';

process.env.METERING = 'allowance';
process.env.TRANSCRIPTION_MODEL = 'whisper-1';

const { createUser, signInCookie } = await import('../../factories/users.ts');
const { getBalance } = await import('~/features/billing/index.server');
const { NO_FILTER } = await import('~/features/billing/ledger/entry');
const { readLedger } = await import('~/features/billing/ledger/read-ledger.server');
const { callEnd } = await import('~/features/billing/ledger/charge-call.server');
const { dictationRefusals, notTranscribed } = await import('~/features/chat/dictation/refusals');
const { MAX_RECORDING_BYTES } = await import('~/features/chat/dictation/recording');
const dictation = await import('~/features/chat/dictation/routes/dictation');
const { recipients } = await import('~/features/site/public-pages/recipients.server');
const { serveNode } = await import('~/http/node-mount.server');
const { sql } = await import('~/lib/db/index.server');
const { log } = await import('~/lib/log.server');
const { env } = await import('~/settings/env.server');

const [endpoint] = dictation.action.endpoints;
const server = createServer((request, response) =>
  serveNode(endpoint!, Object.assign(request, { params: {} }), response),
);
let origin: string;
let user: Awaited<ReturnType<typeof createUser>>;
let cookie: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await createUser();
  cookie = await signInCookie(user);
  fakeAi.reset();
});

const WEBM = '\x1a\x45\xdf\xa3';

function recording(size = 4_000, head = WEBM): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(size));
  bytes.write(head, 'latin1');
  return bytes;
}

function send(
  body: BodyInit = recording(),
  {
    seconds = '7',
    signal,
    as = cookie,
  }: { seconds?: string; signal?: AbortSignal; as?: string } = {},
): Promise<Response> {
  const headers = { cookie: as };
  const url = `${origin}/api/dictation?seconds=${seconds}`;
  return fetch(url, { method: 'POST', body, headers, signal });
}

const available = async (id = user.id) => (await getBalance(id, new Date())).available;
const entries = async () =>
  (await readLedger(user.id, NO_FILTER, { zone: 'UTC', before: null })).entries;

async function refusal(sent: Promise<Response>): Promise<{ status: number; error: unknown }> {
  const response = await sent;
  const { error } = (await response.json()) as { error: unknown };
  return { status: response.status, error };
}

describe('a recording', () => {
  test('comes back as text, costs ten tokens a second once, and counts as dictation', async () => {
    const other = await createUser();
    const before = { mine: await available(), others: await available(other.id) };
    const response = await send(recording(4_000), { seconds: '5' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ text: 'We open at nine on Saturday.' });
    expect(fakeAi.recordings).toEqual([
      { model: 'whisper-1', fileName: 'recording.webm', bytes: 4_000, abandoned: false },
    ]);
    // The provider counted seven seconds, whatever the browser said.
    expect(await available()).toBe(before.mine - 70);
    expect(await available(other.id)).toBe(before.others);
    expect((await entries())[0]).toMatchObject({ kind: 'use', use: 'dictation', tokens: 70 });
    expect(fakeAi.requests).toEqual([]);
  });

  test('costs what the provider counts in tokens, or else what its length costs', async () => {
    const before = await available();
    fakeAi.script({ transcript: { usage: 'tokens' } });
    await send();
    expect(await available()).toBe(before - 79);
    fakeAi.script({ transcript: { usage: 'none' } }, { transcript: { usage: 'rubbish' } });
    await send(recording(), { seconds: '12.5' });
    expect(await available()).toBe(before - 79 - 125);
    // Said to last a second, but as large as ten.
    await send(recording(320_000), { seconds: '1' });
    expect(await available()).toBe(before - 79 - 125 - 100);
  });

  test('without words is free, and a very long text is cut to what a message can have', async () => {
    const before = await available();
    fakeAi.script({ transcript: { text: ' \n' } });
    expect(await (await send()).json()).toEqual({ text: '' });
    expect(await available()).toBe(before);
    fakeAi.script({ transcript: { text: `${'a'.repeat(49_999)}🥖🥖` } });
    const { text } = (await (await send()).json()) as { text: string };
    expect(text).toHaveLength(50_000);
    expect(text.isWellFormed()).toBe(true);
  });

  test.each([
    [
      'another kind of file',
      (): BodyInit => recording(500, '%PDF-1.7'),
      400,
      dictationRefusals.kind,
    ],
    ['an empty one', (): BodyInit => '', 400, dictationRefusals.empty],
    [
      'one over 25 MB',
      (): BodyInit => recording(MAX_RECORDING_BYTES + 1),
      413,
      dictationRefusals.tooLarge,
    ],
  ])('that is %s is refused without asking the provider', async (_, body, status, error) => {
    const before = await available();
    expect(await refusal(send(body()))).toEqual({ status, error });
    expect(fakeAi.recordings).toEqual([]);
    expect(await available()).toBe(before);
  });

  test('over 25 MB that doesn’t say so is refused as soon as that much has arrived', async () => {
    const request = httpRequest(`${origin}/api/dictation`, { method: 'POST', headers: { cookie } });
    // The server doesn't read to the end.
    request.on('error', () => undefined);
    const answered = once(request, 'response');
    request.write(recording(MAX_RECORDING_BYTES));
    request.write(Buffer.alloc(1));
    const [{ statusCode }] = (await answered) as [{ statusCode: number }];
    request.destroy();
    expect(statusCode).toBe(413);
    expect(fakeAi.recordings).toEqual([]);
  });

  test('of a visitor is refused, and nothing is read of it', async () => {
    expect((await send(recording(), { as: '' })).status).toBe(401);
    expect(fakeAi.recordings).toEqual([]);
  });

  test('that costs more than the person has is refused, and says so', async () => {
    await sql.query(
      'UPDATE billing_accounts SET trial_token = 50, allowance_token = 0 WHERE user_id = $1::uuid',
      [user.id],
    );
    const { status, error } = await refusal(send(recording(), { seconds: '60' }));
    expect(status).toBe(402);
    expect(error).toMatch(/^You don’t have enough tokens left for this\./);
    expect(fakeAi.recordings).toEqual([]);
    expect(await available()).toBe(50);
  });

  test.each([
    [{ status: 401 }, 'the AI isn’t set up correctly, so your admin needs to check it'],
    [{ status: 429 }, 'the AI is busy right now'],
    [{ status: 500 }, 'the AI has a problem right now'],
    [{ rubbish: 'structure' as const }, 'the AI sent an answer with an invalid structure'],
  ])(
    'that the provider answers with %j gets the reason, is free, and asks once',
    async (behavior, reason) => {
      const before = await available();
      fakeAi.script(behavior);
      expect(await refusal(send())).toEqual({ status: 503, error: notTranscribed(reason) });
      expect(fakeAi.recordings).toHaveLength(1);
      expect(await available()).toBe(before);
      expect(await entries()).not.toContainEqual(expect.objectContaining({ use: 'dictation' }));
      // The same recording again is one use.
      expect((await send()).status).toBe(200);
      expect(await available()).toBe(before - 70);
    },
  );

  test('that is too long for the provider says what to do', async () => {
    fakeAi.script({ status: 413 });
    expect(await refusal(send())).toEqual({ status: 503, error: dictationRefusals.tooLong });
  });

  test('that is canceled ends the provider’s work and is free', async () => {
    const before = await available();
    fakeAi.script({ hangBeforeHeaders: true });
    const cancel = new AbortController();
    const sent = send(recording(), { signal: cancel.signal });
    await vi.waitFor(async () => {
      expect(fakeAi.recordings).toHaveLength(1);
      expect(await available()).toBe(before - 70);
    }, HANG);
    cancel.abort();
    await expect(sent).rejects.toThrow();
    await vi.waitFor(async () => {
      expect(fakeAi.recordings[0]!.abandoned).toBe(true);
      expect(await available()).toBe(before);
    }, HANG);
    expect((await send()).status).toBe(200);
  });

  test('whose process dies gets its tokens back from a job', async () => {
    const before = await available();
    fakeAi.script({ hangBeforeHeaders: true });
    const cancel = new AbortController();
    const sent = send(recording(), { signal: cancel.signal });
    await vi.waitFor(() => expect(fakeAi.recordings).toHaveLength(1), HANG);
    const [left] = await sql.query<{ data: unknown }>(
      `SELECT data FROM pgboss.job WHERE name = $1 AND data->>'userId' = $2
        AND start_after > now() + interval '4 minutes'`,
      [callEnd.name, user.id],
    );
    await callEnd.run(callEnd.parse(left!.data));
    expect(await available()).toBe(before);
    cancel.abort();
    await expect(sent).rejects.toThrow();
    await vi.waitFor(async () => expect(await available()).toBe(before), HANG);
  });

  test('leaves neither its words nor its bytes in a log', async () => {
    const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(log, level),
    );
    fakeAi.script({ transcript: { text: 'a secret recipe' } }, { status: 500 });
    await send(Buffer.concat([recording(), Buffer.from('heard bytes')]));
    await send(Buffer.concat([recording(), Buffer.from('heard bytes')]));
    const lines = JSON.stringify(logged.map(({ mock }) => mock.calls));
    expect(lines).toContain('AI request failed');
    expect(lines).not.toMatch(/secret recipe|heard bytes|sk-secret/);
    vi.restoreAllMocks();
  });
});

test('two recordings of one person are transcribed one after the other, and a fourth is refused', async () => {
  fakeAi.script({ hangBeforeHeaders: true });
  const cancel = new AbortController();
  const first = send(recording(), { signal: cancel.signal });
  await vi.waitFor(() => expect(fakeAi.recordings).toHaveLength(1), HANG);
  const others = [1, 2, 3].map(() => send());
  const statuses = Promise.all(others.map(async (sent) => (await sent).status));
  expect(await Promise.race(others.map(refusal))).toEqual({
    status: 503,
    error: dictationRefusals.busy,
  });
  expect(fakeAi.recordings).toHaveLength(1);
  cancel.abort();
  await expect(first).rejects.toThrow();
  expect((await statuses).sort()).toEqual([200, 200, 503]);
});

test('dictation without a model is refused, and the privacy page names who hears it only with one', async () => {
  expect(recipients()).toContainEqual(expect.objectContaining({ purpose: 'Dictation' }));
  const settings = env();
  const model = settings.TRANSCRIPTION_MODEL;
  settings.TRANSCRIPTION_MODEL = undefined;
  expect(await refusal(send())).toEqual({ status: 404, error: dictationRefusals.off });
  expect(recipients()).not.toContainEqual(expect.objectContaining({ purpose: 'Dictation' }));
  settings.TRANSCRIPTION_MODEL = model;
});
