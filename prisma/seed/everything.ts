import { registerBilling } from '~/features/billing/index.server';
import { pool, prisma } from '~/lib/db/index.server';

import { seedBrands } from './brands.ts';
import { organizeConversations, seedCitedConversation, seedConversationsOf } from './chats.ts';
import { seedCopy } from './copy.ts';
import { seedKnowledge } from './knowledge.ts';
import { seedMedia } from './media.ts';
import { seedInbox, seedInvitations } from './site.ts';
import { seedUsage } from './usage.ts';
import { ADMIN, OTHERS, seedUser, TRIAL } from './users.ts';

/**
 * Fills every screen with what real use would have left, once: each part is left out where it has something already.
 * The passwords are public, so they are only for machines that no one else can reach.
 */
export async function seedEverything({ production }: { production: boolean }): Promise<void> {
  // What an account starts with.
  registerBilling();
  try {
    const adminId = await seedUser(ADMIN, { known: !production });
    const userId = await seedUser(TRIAL, { known: !production });
    for (const other of OTHERS) await seedUser(other, { known: false, silent: true });
    console.log(`${await seedConversationsOf(userId)} conversations added for ${TRIAL.email}.`);
    await organizeConversations(userId);
    const brands = await seedBrands(userId);
    await seedKnowledge(userId, brands.bakery);
    await seedCitedConversation(userId, brands.bakery);
    await seedCopy(userId, brands);
    await seedMedia(userId, brands);
    await seedUsage(userId);
    await seedInbox(userId, adminId);
    await seedInvitations();
    console.log('Brands, content, images, a video, and an inbox are there. Happy exploring!');
  } finally {
    await prisma.$disconnect();
    await pool.end();
  }
}
