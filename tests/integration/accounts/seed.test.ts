import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { serveItem } from '~/features/media/gallery/serve-item.server';
import { prisma } from '~/lib/db/index.server';
import { userScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

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
  conversationFolders: await prisma.conversationFolder.count(),
  shares: await prisma.sharedConversation.count(),
  prompts: await prisma.prompt.count(),
  profiles: await prisma.profile.count(),
  brandStories: await prisma.brandStory.count(),
  briefs: await prisma.brief.count(),
  variants: await prisma.piece.count(),
  sources: await prisma.source.count(),
  sourcePages: await prisma.sourcePage.count(),
  citations: await prisma.citation.count(),
  contents: await prisma.savedContent.count(),
  contentFolders: await prisma.savedContentFolder.count(),
  contentVersions: await prisma.savedContentVersion.count(),
  images: await prisma.mediaItem.count({ where: { kind: 'image' } }),
  videos: await prisma.mediaItem.count({ where: { kind: 'video' } }),
  loras: await prisma.lora.count(),
  loraImages: await prisma.loraImage.count(),
  inbox: await prisma.contactMessage.count(),
  replies: await prisma.contactReply.count(),
  invitations: await prisma.invitation.count(),
});

test('the seed refuses production without --force', async () => {
  await expect(seed({ NODE_ENV: 'production' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--force') as string,
  });
  expect(await prisma.user.count()).toBe(0);
});

test('the seed fills every screen, and adds nothing the second time', async () => {
  const { stdout } = await seed({});
  for (const email of ['admin@example.com', 'trial@example.com']) {
    const password = new RegExp(`^${email} +password: (\\S+)$`, 'm').exec(stdout)![1]!;
    await signIn({ email, password, timeZone: null }, client);
  }
  const admin = await prisma.user.findUniqueOrThrow({ where: { email: 'admin@example.com' } });
  expect(admin).toMatchObject({ isAdmin: true, emailVerified: true });
  const trial = await prisma.user.findUniqueOrThrow({ where: { email: 'trial@example.com' } });
  expect(trial).toMatchObject({ isAdmin: false, emailVerified: true });
  expect(trial.selectedProfileId).not.toBeNull();

  const first = await counts();
  expect(first).toMatchObject({ users: 8, accounts: 8, conversations: 62, profiles: 2 });
  for (const [part, count] of Object.entries(first)) expect(count, part).toBeGreaterThan(0);
  const categories = await prisma.savedContent.groupBy({ by: ['category'] });
  expect(categories).toHaveLength(4);
  expect(await prisma.brief.count({ where: { kind: 'campaign' } })).toBeGreaterThan(0);
  expect(await prisma.conversation.count({ where: { pinnedAt: { not: null } } })).toBe(2);
  expect(await prisma.conversation.count({ where: { archivedAt: { not: null } } })).toBe(3);
  const states = await prisma.contactMessage.groupBy({ by: ['state'] });
  expect(states.map(({ state }) => state).sort()).toEqual(['answered', 'closed', 'open']);
  const conversations = await prisma.conversation.findMany({
    include: { messages: { orderBy: [{ timestamp: 'asc' }, { id: 'asc' }] } },
  });
  for (const { title, lastMessage, messages, userId, lastUpdated } of conversations) {
    expect(userId).toBe(trial.id);
    expect(title).not.toBe('');
    expect(lastMessage).not.toBe('');
    expect([...lastMessage].length).toBeLessThanOrEqual(100);
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    );
    expect(messages.at(-1)!.timestamp).toEqual(lastUpdated);
  }
  expect(new Set(conversations.map(({ title }) => title)).size).toBe(62);
  expect(conversations.filter(({ messages }) => messages.length === 200)).toHaveLength(1);
  const imports = conversations.filter(({ title }) => title.startsWith('[ChatGPT] '));
  expect(imports).toHaveLength(6);
  for (const { originalCreationDate } of imports) expect(originalCreationDate).not.toBeNull();

  // Balances are what the ledger says, and what was used goes back several weeks.
  const ledger = await prisma.ledgerEntry.findMany({ where: { userId: trial.id } });
  const account = await prisma.billingAccount.findUniqueOrThrow({ where: { userId: trial.id } });
  expect(ledger.reduce((sum, { trialDelta }) => sum + trialDelta, 0)).toBe(account.trialToken);
  const used = ledger.filter(({ kind }) => kind === 'settle');
  expect(new Set(used.map(({ use }) => use)).size).toBeGreaterThan(4);
  expect(used.some(({ createdAt }) => Date.now() - createdAt.getTime() > 42 * DAY_MS)).toBe(true);

  // Images and their smaller versions can be opened.
  const items = await prisma.mediaItem.findMany();
  for (const { id } of items) {
    for (const size of [null, '320']) {
      const { status } = await serveItem(userScope(trial.id), id, { size, download: false });
      expect(status).toBe(200);
    }
  }

  const again = await seed({});
  expect(again.stdout).not.toContain('password: ');
  expect(again.stdout).toContain('0 conversations added');
  expect(await counts()).toEqual(first);
});

test('the seed generates passwords if it is forced in production', async () => {
  // The other accounts are still there from the test before.
  await prisma.user.delete({ where: { email: 'admin@example.com' } });
  const { stdout } = await seed({ NODE_ENV: 'production' }, '--force');
  expect(stdout).toMatch(/^admin@example\.com +password: \S{20}$/m);
  expect(stdout).not.toContain('brandwright-');
});
