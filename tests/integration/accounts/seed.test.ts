import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { prisma } from '~/lib/db/index.server';

const run = promisify(execFile);
const client = { address: undefined, userAgent: null, secure: false };

function seed(env: Record<string, string>, ...options: string[]) {
  return run(process.execPath, ['--import', 'tsx', 'prisma/seed.ts', ...options], {
    env: { ...process.env, NODE_ENV: 'development', ...env },
  });
}

const counts = async () => ({
  users: await prisma.user.count(),
  accounts: await prisma.billingAccount.count(),
  ledger: await prisma.ledgerEntry.count(),
  conversations: await prisma.conversation.count(),
  messages: await prisma.message.count(),
});

test('the seed refuses production without --force', async () => {
  await expect(seed({ NODE_ENV: 'production' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--force') as string,
  });
  expect(await prisma.user.count()).toBe(0);
});

test('the seed fills every part of the chat, and adds nothing the second time', async () => {
  const { stdout } = await seed({});
  for (const email of ['admin@example.com', 'trial@example.com']) {
    const password = new RegExp(`^${email} +password: (\\S+)$`, 'm').exec(stdout)![1]!;
    await signIn({ email, password, timeZone: null }, client);
  }
  const users = await prisma.user.findMany({ orderBy: { email: 'asc' } });
  expect(users.map(({ isAdmin, emailVerified }) => [isAdmin, emailVerified])).toEqual([
    [true, true],
    [false, true],
  ]);

  const first = await counts();
  expect(first).toMatchObject({ users: 2, accounts: 2, conversations: 61 });
  const conversations = await prisma.conversation.findMany({
    include: { messages: { orderBy: [{ timestamp: 'asc' }, { id: 'asc' }] } },
  });
  for (const { title, lastMessage, messages, userId, lastUpdated } of conversations) {
    expect(userId).toBe(users[1]!.id);
    expect(title).not.toBe('');
    expect(lastMessage).not.toBe('');
    expect([...lastMessage].length).toBeLessThanOrEqual(100);
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    );
    expect(messages.at(-1)!.timestamp).toEqual(lastUpdated);
  }
  expect(new Set(conversations.map(({ title }) => title)).size).toBe(61);
  expect(conversations.filter(({ messages }) => messages.length === 200)).toHaveLength(1);
  const imports = conversations.filter(({ title }) => title.startsWith('[ChatGPT] '));
  expect(imports).toHaveLength(6);
  for (const { originalCreationDate } of imports) expect(originalCreationDate).not.toBeNull();

  const again = await seed({});
  expect(again.stdout).not.toContain('password: ');
  expect(again.stdout).toContain('0 conversations added');
  expect(await counts()).toEqual(first);
});

test('the seed generates passwords if it is forced in production', async () => {
  await prisma.user.deleteMany();
  const { stdout } = await seed({ NODE_ENV: 'production' }, '--force');
  expect(stdout).toMatch(/^admin@example\.com +password: \S{20}$/m);
  expect(stdout).not.toContain('brandwright-');
});
