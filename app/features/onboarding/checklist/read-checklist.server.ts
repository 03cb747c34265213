import { hasBrand } from '~/features/brand/index.server';
import { hasConversations } from '~/features/chat/index.server';
import { hasContents } from '~/features/copywriting/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { hasImages } from '~/features/media/index.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { type ChecklistItem, nextStep } from '../onboarding';
import { findOnboarding, updateOnboarding } from '../onboarding-data.server';
import { readSteps } from '../steps/read-steps.server';

/** What is done comes from the data itself. Null once it was dismissed, and for accounts from before it. */
export async function readChecklist(
  userId: UserScope,
  { emailVerified }: { emailVerified: boolean },
): Promise<ChecklistItem[] | null> {
  const row = await findOnboarding(userId);
  if (row === null || row.dismissedAt !== null) return null;
  const [brand, chat, text, image] = await Promise.all([
    hasBrand(userId),
    hasConversations(sql, userId),
    hasContents(userId),
    hasImages(userId),
  ]);
  const items: ChecklistItem[] = [
    { id: 'brand', done: brand, to: brand ? '/profiles' : await placeForBrand(userId) },
    { id: 'chat', done: chat, to: '/ai-lab' },
    { id: 'text', done: text, to: row.briefId === null ? '/copy-wizard' : '/welcome/posts' },
    { id: 'image', done: image, to: '/media-creator?mode=generate' },
  ];
  // Without an email service there is no link to wait for.
  if (!isOutboxUsed()) items.push({ id: 'email', done: emailVerified, to: '/auth/verify' });
  return items;
}

async function placeForBrand(userId: UserScope): Promise<string> {
  const steps = await readSteps(userId);
  return steps === null ? '/profiles' : nextStep(steps);
}

export async function dismissChecklist(userId: UserScope, now = new Date()): Promise<void> {
  await updateOnboarding(userId, { dismissedAt: now });
}
