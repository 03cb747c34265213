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
/** The code that a start prints. */
const start = async () => /code=(.*)$/.exec((await openFirstRun())!)![1]!;
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
const WRONG = 'That’s not the code. The server prints a new one at each start, so use the latest.';

test('the code makes its owner the admin and signs them in, after which the page is gone', async () => {
  const code = await start();
  expect(code).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
  expect(await status()).toBe(200);
  const { status: answerStatus, location, setCookie } = await create(code);
  expect([answerStatus, location]).toEqual([302, '/admin/providers?first-run']);
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

test('the page marks invalid fields, and fills in the code of its link', async () => {
  expect(await page.loader(get('/setup?code=abc'))).toMatchObject({ code: 'abc' });
  const code = await start();
  const {
    status: answerStatus,
    form,
    text,
  } = await create(code, { email: 'nobody', password: '1' });
  expect([answerStatus, Object.keys(form!.error!).sort()]).toEqual([400, ['email', 'password']]);
  expect(text).not.toContain(code);
  expect(await prisma.user.count()).toBe(0);
});

test('the code is accepted in any case and with any separators, and stored as a hash', async () => {
  const code = await start();
  expect(JSON.stringify(await prisma.firstRun.findMany())).not.toContain(code);
  expect((await create(` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(302);
});

test('a wrong code makes no one an admin, and neither does the code of an earlier start', async () => {
  const earlier = await start();
  const code = await start();
  for (const wrong of ['', 'abcde', earlier]) {
    const { status: answerStatus, form } = await create(wrong);
    expect([answerStatus, form!.error], wrong).toEqual([400, { code: [WRONG] }]);
  }
  expect(await prisma.user.count()).toBe(0);
  expect((await create(code)).status).toBe(302);
});

test('no code is accepted before the first start', async () => {
  expect((await create('')).status).toBe(400);
  expect((await create('null')).status).toBe(400);
});

test('guesses are limited by IP address', async () => {
  const code = await start();
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await create('abcde', {}, '203.0.113.7')).status).toBe(400);
  }
  const { status: answerStatus, headers } = await create(code, {}, '203.0.113.7');
  expect(answerStatus).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await create(code, {}, '203.0.113.8')).status).toBe(302);
});

test('only one of several requests at once creates the admin', async () => {
  const code = await start();
  const tries = await Promise.all(
    [1, 2, 3, 4].map((number) => create(code, { email: `root${number}@example.com` })),
  );
  expect(tries.map(({ status }) => status).sort()[0]).toBe(302);
  expect(tries.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(await prisma.user.count()).toBe(1);
});

test('an email address that is in use does not use up the code', async () => {
  await createUser({ email: 'root@example.com' });
  const code = await start();
  const { status: answerStatus, form } = await create(code);
  expect([answerStatus, Object.keys(form!.error!)]).toEqual([409, ['email']]);
  expect((await create(code, { email: 'other@example.com' })).status).toBe(302);
});

test('the command setup-link replaces a lost link until there is an admin', async () => {
  const lost = await start();
  const printed: string[] = [];
  const output = {
    out: (line: string) => printed.push(line),
    err: (line: string) => printed.push(line),
  };
  expect(await runAdminCommand(['setup-link'], output)).toBe(0);
  const link = new URL(printed.pop()!);
  expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/setup']);
  expect((await create(lost)).status).toBe(400);
  expect((await create(link.searchParams.get('code')!)).status).toBe(302);
  expect(await runAdminCommand(['setup-link'], output)).toBe(1);
  expect(printed.pop()).toMatch(/^There has already been an admin\./);
});

describe('the page is gone forever once the first admin was created', () => {
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
    ['directly in the database', () => createUser({ isAdmin: true })],
  ])('%s', async (_way, createAdmin) => {
    const code = await start();
    await createUser();
    expect(await status()).toBe(200);
    await createAdmin();
    expect(await status()).toBe(404);
    // Even if no admin or no user is left.
    await demote();
    expect(await status()).toBe(404);
    await emptyTables('users');
    expect(await status()).toBe(404);
    expect((await create(code)).status).toBe(404);
    expect(await openFirstRun()).toBeNull();
  });
});
