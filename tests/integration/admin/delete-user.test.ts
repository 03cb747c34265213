import { beforeEach, expect, onTestFinished, test } from 'vitest';

// Registers all features, as in every process that removes accounts.
import '~/lifecycle.server';
import { readDeletion } from '~/features/accounts/index.server';
import { runAdminCommand } from '~/features/admin/index.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';

import { createUser, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

let user: TestUser;
beforeEach(async () => {
  await emptyTables('users', 'account_deletions', 'audit_entries');
  user = await createUser();
});

async function run(...argv: string[]) {
  const printed: string[] = [];
  const terminal = {
    out: (line: string) => printed.push(line),
    err: (line: string) => printed.push(line),
  };
  const code = await runAdminCommand(['delete-user', ...argv], terminal);
  return [code, printed.join('\n')] as const;
}

test('delete-user records the request that users can make in the settings', async () => {
  expect(await run(user.email)).toEqual([
    0,
    expect.stringMatching(/^\S+ will be deleted on \w+ \d+, \d+\. Its public links no longer work/),
  ]);
  expect((await readDeletion(user))?.dueOn).toMatch(/\d/);
  expect(await prisma.user.count()).toBe(1);
  expect(await prisma.auditEntry.findFirstOrThrow()).toMatchObject({
    action: 'delete-user',
    targetId: user.id,
  });
});

test('delete-user says that nothing carries the request out when ACCOUNT_DELETION_DAYS is 0', async () => {
  const days = env().ACCOUNT_DELETION_DAYS;
  onTestFinished(() => void Object.assign(env(), { ACCOUNT_DELETION_DAYS: days }));
  Object.assign(env(), { ACCOUNT_DELETION_DAYS: 0 });
  expect(await run(user.email)).toEqual([0, expect.stringContaining('only --now')]);
});

test.each([false, true])(
  'delete-user --now deletes everything at once; requested before: %s',
  async (isRequested) => {
    if (isRequested) await run(user.email);
    const store = await objects();
    await store.put(`attachments/${user.id}/one/file`, Buffer.from('x'), { type: 'text/plain' });
    expect(await run(user.email, '--now')).toEqual([
      0,
      `${user.email} and everything in the account are deleted.`,
    ]);
    expect(await prisma.user.count()).toBe(0);
    expect((await store.list(`attachments/${user.id}/`)).objects).toEqual([]);
    expect(await run(user.email)).toEqual([1, `No account has the email ${user.email}.`]);
  },
);
