import { parseArgs } from 'node:util';

import { createAccount, findUser, generatePassword } from '~/features/accounts/index.server';
import { registerBilling } from '~/features/billing/index.server';
import { pool, prisma } from '~/lib/db/index.server';

import { seedConversations } from './seed-conversations.ts';

// Registers what an account starts with. Other features don't load here: only the bundler can read their templates.
registerBilling();

const HOUR = 3600_000;
const MODEL = 'openai/gpt-4o-mini';
const PREVIEW = 100;

interface SeedUser {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
}

const ADMIN: SeedUser = {
  email: 'admin@example.com',
  password: 'brandwright-admin',
  firstName: 'Alex',
  lastName: 'Admin',
  isAdmin: true,
};

const TRIAL: SeedUser = {
  email: 'trial@example.com',
  password: 'brandwright-trial',
  firstName: 'Toni',
  lastName: 'Trial',
  isAdmin: false,
};

/** Creates the account unless it exists; an existing one keeps its password. */
async function seedUser(user: SeedUser, known: boolean): Promise<string> {
  const existing = await findUser(user.email);
  if (existing) {
    console.log(`${user.email} is there already, with the password it has.`);
    return existing.id;
  }
  const password = known ? user.password : generatePassword();
  const { userId } = await createAccount({ ...user, password, emailVerified: true });
  console.log(`${user.email}   password: ${password}`);
  return userId;
}

/** A fixed id in the form of a UUIDv7, so that a second run finds what the first created. */
function seedId(conversation: number, message = 0): string {
  const place = (conversation * 1000 + message).toString(16).padStart(12, '0');
  return `01930000-0000-7000-8000-${place}`;
}

async function seedConversationsOf(userId: string): Promise<number> {
  const now = Date.now();
  let added = 0;
  for (const [index, seed] of seedConversations().entries()) {
    const { title, hoursAgo, originalCreationDate, messages } = seed;
    const id = seedId(index + 1);
    const lastUpdated = now - hoursAgo * HOUR;
    const time = (place: number) => new Date(lastUpdated - (messages.length - 1 - place) * 20_000);
    const last = messages.at(-1)?.content.replace(/\s+/g, ' ') ?? '';
    added += await prisma.$transaction(async (tx) => {
      const { count } = await tx.conversation.createMany({
        data: {
          id,
          userId,
          title,
          originalCreationDate,
          lastMessage: [...last].slice(0, PREVIEW).join(''),
          lastUpdated: new Date(lastUpdated),
          createdAt: time(0),
          activeLeafId: seedId(index + 1, messages.length),
        },
        skipDuplicates: true,
      });
      if (count === 0) return 0;
      await tx.message.createMany({
        data: messages.map(({ role, content }, place) => ({
          id: seedId(index + 1, place + 1),
          userId,
          conversationId: id,
          parentId: place === 0 ? null : seedId(index + 1, place),
          role,
          content,
          model: role === 'assistant' ? MODEL : null,
          timestamp: time(place),
        })),
      });
      return 1;
    });
  }
  return added;
}

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
const production = process.env.NODE_ENV === 'production';
if (production && !values.force) {
  console.error(
    'This would add example accounts to a production database. If you mean it: npm run db:seed -- --force',
  );
  process.exitCode = 1;
} else {
  try {
    // These passwords are public, so they are only for machines that no one else can reach.
    await seedUser(ADMIN, !production);
    const trialId = await seedUser(TRIAL, !production);
    console.log(`${await seedConversationsOf(trialId)} conversations added for ${TRIAL.email}.`);
  } finally {
    await prisma.$disconnect();
    await pool.end();
  }
}
