import { beforeEach, describe, expect, test } from 'vitest';

import { openFirstRun, runAdminCommand } from '~/features/admin/index.server';
import { authenticate, markVerified } from '~/features/accounts/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as page from '~/features/admin/first-run/routes/setup-page';

import { cookieOf, createUser } from '../../factories/users';
import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'audit_entries');
  await sql.query('UPDATE first_run SET closed_at = NULL, code_hash = NULL');
});

const terminal = { out: () => {}, err: () => {} };
const started = async () => /code=(.*)$/.exec((await openFirstRun())!)![1]!;
const status = async () => (await outcome(page.loader(get('/setup')).then(Response.json))).status;

const create = (code: string, fields: Record<string, string> = {}, address?: string) =>
  outcome(
    page.action(
      post(
        '/setup',
        {
          code,
          email: 'Root@Example.com',
          password: 'correct horse battery',
          firstName: 'Grace',
          lastName: 'Hopper',
          ...fields,
        },
        { context: { clientAddress: address } },
      ),
    ),
  );
const WRONG =
  'This is not the code. The server prints a new one at each start: look for its newest line.';

test('whoever has the code becomes the admin, signed in, and the page is gone', async () => {
  const code = await started();
  expect(code).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
  expect(await status()).toBe(200);
  const { status: answered, location, setCookie } = await create(code);
  expect([answered, location]).toEqual([302, '/admin/connections']);
  const { user } = (await authenticate(cookieOf(setCookie!)))!;
  expect(user).toMatchObject({
    email: 'root@example.com',
    firstName: 'Grace',
    isAdmin: true,
    emailVerified: true,
  });
  expect(await status()).toBe(404);
  expect((await create(code, { email: 'eve@example.com' })).status).toBe(404);
  expect(await openFirstRun()).toBeNull();
  expect(await prisma.auditEntry.findMany()).toMatchObject([
    { action: 'first-run', actorId: user.id, targetId: user.id },
  ]);
});

test('the page says what is wrong, and fills in the code of its link', async () => {
  expect(await page.loader(get('/setup?code=abc'))).toMatchObject({ code: 'abc' });
  const code = await started();
  const { status: answered, form, text } = await create(code, { email: 'nobody', password: '1' });
  expect([answered, Object.keys(form!.error!).sort()]).toEqual([400, ['email', 'password']]);
  expect(text).not.toContain(code);
  expect(await prisma.user.count()).toBe(0);
});

test('the code is read however it is typed, and is kept as a hash', async () => {
  const code = await started();
  expect(JSON.stringify(await prisma.firstRun.findMany())).not.toContain(code);
  expect((await create(` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(302);
});

test('another code makes nobody an admin, nor does that of an earlier start', async () => {
  const earlier = await started();
  const code = await started();
  for (const wrong of ['', 'abcde', earlier]) {
    const { status: answered, form } = await create(wrong);
    expect([answered, form!.error], wrong).toEqual([400, { code: [WRONG] }]);
  }
  expect(await prisma.user.count()).toBe(0);
  expect((await create(code)).status).toBe(302);
});

test('before a start there is no code, and none passes for it', async () => {
  expect((await create('')).status).toBe(400);
  expect((await create('null')).status).toBe(400);
});

test('guesses are throttled', async () => {
  const code = await started();
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await create('abcde', {}, '203.0.113.7')).status).toBe(400);
  }
  const { status: answered, headers } = await create(code, {}, '203.0.113.7');
  expect(answered).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await create(code, {}, '203.0.113.8')).status).toBe(302);
});

test('of several at once one becomes the admin', async () => {
  const code = await started();
  const tries = await Promise.all(
    [1, 2, 3, 4].map((number) => create(code, { email: `root${number}@example.com` })),
  );
  expect(tries.map((tried) => tried.status).sort()[0]).toBe(302);
  expect(tries.filter((tried) => tried.status === 302)).toHaveLength(1);
  expect(await prisma.user.count()).toBe(1);
});

test('with an email that is in use nothing is used up', async () => {
  await createUser({ email: 'root@example.com' });
  const code = await started();
  const { status: answered, form } = await create(code);
  expect([answered, Object.keys(form!.error!)]).toEqual([409, ['email']]);
  expect((await create(code, { email: 'other@example.com' })).status).toBe(302);
});

test('the command setup-link prints a new link in place of the one that was lost, until there is an admin', async () => {
  const lost = await started();
  const printed: string[] = [];
  const told = {
    out: (line: string) => printed.push(line),
    err: (line: string) => printed.push(line),
  };
  expect(await runAdminCommand(['setup-link'], told)).toBe(0);
  const link = new URL(printed.pop()!);
  expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/setup']);
  expect((await create(lost)).status).toBe(400);
  expect((await create(link.searchParams.get('code')!)).status).toBe(302);
  expect(await runAdminCommand(['setup-link'], told)).toBe(1);
  expect(printed.pop()).toMatch(/^There has been an admin already\./);
});

describe('is gone for ever with the first admin', () => {
  const demote = () => sql.query('UPDATE users SET is_admin = false');

  test.each([
    [
      'by the command grant',
      async () => {
        const { email } = await createUser();
        await runAdminCommand(['grant', email], terminal);
      },
    ],
    [
      'by the command create-user',
      () => runAdminCommand(['create-user', 'root@example.com', '--admin'], terminal),
    ],
    [
      'by ADMIN_EMAIL',
      async () => {
        env().ADMIN_EMAIL = 'root@example.com';
        const { id } = await createUser({ email: 'root@example.com' });
        expect(await status()).toBe(200);
        await markVerified(id);
        env().ADMIN_EMAIL = undefined;
      },
    ],
    ['straight in the database', () => createUser({ isAdmin: true })],
  ])('%s', async (_way, appoint) => {
    const code = await started();
    await createUser();
    expect(await status()).toBe(200);
    await appoint();
    expect(await status()).toBe(404);
    // Also when no one is an admin any more, or no one is there.
    await demote();
    expect(await status()).toBe(404);
    await emptyTables('users');
    expect(await status()).toBe(404);
    expect((await create(code)).status).toBe(404);
    expect(await openFirstRun()).toBeNull();
  });
});
