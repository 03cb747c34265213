import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { io } from 'socket.io-client';
import { expect, it } from 'vitest';

import { startFakeOpenAi } from '../fakes/openai.ts';
import { postgresOf, query, start, installedDataDir } from './setup.ts';
import { signedUp, visitor } from './visitor.ts';

/** Its parts must not show up either. */
const secret = (name: string) => `s3cr3t-${name}-${randomUUID()}`;

it('logs no secret, even at the most verbose level', async () => {
  const provider = await startFakeOpenAi();
  const key = secret('key');
  const dataDir = await installedDataDir();
  const app = start({
    dataDir,
    settings: {
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'false',
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: key,
      METRICS_TOKEN: secret('metrics'),
    },
  });
  const address = await app.ready;
  const password = secret('password');
  const name = 'S3cr3tname';
  const tina = await signedUp(address, { password, name });
  const said = secret('message');
  const bearer = secret('bearer');
  const code = secret('code');
  const guest = visitor(address);
  const { url } = postgresOf(dataDir);
  const root = await signedUp(address, { password, name });
  await query(url, `UPDATE users SET is_admin = true WHERE email = '${root.email}'`);
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const put = (body: unknown) => ({ ...json(body), method: 'PUT' });
  const connected = (at: string) => ({
    settings: { address: at, models: [{ id: 'brush', tokens: 1 }] },
    key,
  });
  const smtp = {
    settings: {
      service: 'smtp',
      from: 'mail@example.com',
      host: '127.0.0.1',
      port: 9,
      security: 'offered',
      user: said,
    },
    key: secret('smtp'),
  };
  const message = (content: string) => ({
    conversationId: null,
    content,
    clientKey: randomUUID(),
  });

  const requests: Promise<Response>[] = [
    // Ordinary requests and their failures.
    guest.fetch('/auth/login', form({ email: tina.email, password })),
    guest.fetch('/auth/login', form({ email: tina.email, password: secret('wrong') })),
    guest.fetch('/auth/login', form({ email: `${said}@example.com`, password })),
    guest.fetch(
      '/auth/signup',
      form({ email: tina.email, password, firstName: said, lastName: name }),
    ),
    guest.fetch('/auth/forgot-password', form({ email: tina.email })),
    guest.fetch(`/auth/reset-password?code=${code}`),
    guest.fetch(`/auth/reset-password?code=${code}`, form({ password, code })),
    tina.fetch(`/auth/verify?code=${code}`),
    tina.fetch(`/auth/verify?code=${code}`, form({})),
    tina.fetch('/api/account/password', form({ currentPassword: secret('wrong'), password })),
    tina.fetch('/api/account/email', form({ email: `${said}@example.com`, password })),
    tina.fetch('/api/chat/messages', json(message(said))),
    tina.fetch('/api/chat/messages', json(message(`${said} \0 with a NUL`))),
    tina.fetch('/api/chat/messages', json(`{"content": "${said}`)),
    tina.fetch('/api/chat/messages', json({ ...message(said), conversationId: said })),
    tina.fetch('/api/tools/generate-title', json({ content: said })),
    tina.fetch('/api/tools/generate-title', json(`{"content": "${said}`)),
    tina.fetch(`/api/conversations?cursor=${said}`),
    tina.fetch(`/ai-lab/chat/${randomUUID()}?q=${said}`),
    tina.fetch(`/shared/${said}`),
    // What an admin types, keys included.
    root.fetch('/api/admin/providers/images', put(connected(provider.url))),
    root.fetch('/api/admin/providers/images/test', json(connected(provider.url))),
    root.fetch('/api/admin/providers/images/models', json({ address: provider.url, key })),
    root.fetch('/api/admin/providers/images/models', json({ address: 'http://127.0.0.1:9', key })),
    root.fetch('/api/admin/providers/images', put(connected(`https://${said}@ai.example`))),
    root.fetch('/api/admin/providers/email/test', json(smtp)),
    root.fetch('/api/admin/providers/email', put(`{"key": "${said}`)),
    // Attacks.
    guest.fetch('/ai-lab', { headers: { cookie: `brandwright_session=${secret('cookie')}` } }),
    guest.fetch('/metrics', { headers: { authorization: `Bearer ${bearer}` } }),
    guest.fetch('/api/conversations', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, origin: 'https://evil.example' },
      body: said,
    }),
    guest.fetch('/auth/login', {
      ...form({ email: tina.email, password }),
      headers: { origin: 'https://evil.example' },
    }),
    guest.fetch('/auth/login', { method: 'PUT', body: said }),
    guest.fetch(`/%E0%A4%A?code=${code}`),
  ];
  for (const response of await Promise.all(requests)) await response.text();

  const socket = io(address, {
    transports: ['websocket'],
    extraHeaders: { cookie: tina.cookie(), origin: address },
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('hello', () => resolve());
    socket.on('connect_error', reject);
  });
  socket.emit('watch', { id: said, offset: 0 }, () => {});
  socket.emit(said, { said });
  await new Promise((resolve) => socket.emit('watch', { id: randomUUID(), offset: 0 }, resolve));
  socket.disconnect();

  // PostgreSQL's errors quote rows; one of the two comes through Prisma, one through SQL.
  await query(url, 'ALTER TABLE conversations ADD CONSTRAINT broken CHECK (false) NOT VALID');
  await query(url, 'ALTER TABLE users ADD CONSTRAINT broken CHECK (false) NOT VALID');
  const failed = await Promise.all([
    tina.fetch('/api/chat/messages', json(message(said))),
    guest.fetch(
      '/auth/signup',
      form({ email: `${randomUUID()}@example.com`, password, firstName: said, lastName: name }),
    ),
  ]);
  expect(failed.map(({ status }) => status)).toEqual([500, 500]);
  for (const response of failed) expect(await response.text()).not.toContain('broken');

  app.kill('SIGTERM');
  await app.ended;
  await provider.close();

  const log = app.stdout() + app.stderr();
  // The log isn't empty: each failure is there with its request and its cause.
  const lines = app
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const response of failed) {
    const of = lines.filter((line) => line.request === response.headers.get('x-request-id'));
    expect(JSON.stringify(of)).toContain('violates check constraint');
    expect(of.some((line) => line.msg === 'request' && line.status === 500)).toBe(true);
  }
  expect(lines.filter((line) => line.msg === 'request').length).toBeGreaterThan(requests.length);

  const session = /brandwright_session=([a-z2-7]{40})/.exec(tina.cookie())?.[1] ?? '';
  expect(session).not.toBe('');
  const emails = readdirSync(join(dataDir, 'outbox'))
    .map((file) => readFileSync(join(dataDir, 'outbox', file), 'utf8'))
    .join('\n')
    .replace(/=\r?\n/g, '');
  const codes = [...emails.matchAll(/code=(?:3D)?([\w-]{20,})/g)].map(([, found]) => found!);
  expect(codes.length).toBeGreaterThan(0);
  for (const forbidden of ['s3cr3t', 'S3cr3tname', session, tina.email, root.email, ...codes]) {
    const at = log.indexOf(forbidden);
    expect(at < 0 ? '' : log.slice(Math.max(0, at - 300), at + 60), forbidden).toBe('');
  }
});
