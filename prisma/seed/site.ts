import { createInvitation } from '~/features/accounts/index.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { daysAgo } from './past.ts';

interface SeedMessage {
  days: number;
  kind: 'suggestion' | 'support';
  /** Of an account; '' for the example user. */
  from: { email: string; firstName: string; lastName: string } | null;
  subject: string;
  body: string;
  state: 'open' | 'answered' | 'closed';
  reply?: string;
}

const MESSAGES: readonly SeedMessage[] = [
  {
    days: 0,
    kind: 'support',
    from: { email: 'mona@larch.example', firstName: 'Mona', lastName: 'Lowe' },
    subject: 'Can I bring my old chats?',
    body: 'Hi! I have two years of ChatGPT conversations about our shop. Can I bring them along, and will the dates stay the same?',
    state: 'open',
  },
  {
    days: 1,
    kind: 'suggestion',
    from: null,
    subject: '',
    body: 'It would be great to pick a folder while saving a post. At the moment I save first and move it afterwards.',
    state: 'open',
  },
  {
    days: 4,
    kind: 'support',
    from: { email: 'priya@reading.example', firstName: 'Priya', lastName: 'Nair' },
    subject: 'Invoice address',
    body: 'Where do I change the address on my invoice? We moved last month.',
    state: 'answered',
    reply:
      'Hi Priya,\n\nOpen Settings, then Subscription, and choose “Manage billing.” The next invoice will show the new address.\n\nAlex',
  },
  {
    days: 9,
    kind: 'suggestion',
    from: null,
    subject: '',
    body: 'Love the three variants. Could the shortest one come first? I mostly post to X.',
    state: 'answered',
    reply:
      'Hi Toni,\n\nGood idea, and it’s already possible: choose “Short” as the length, and the shortest variant comes first.\n\nAlex',
  },
  {
    days: 20,
    kind: 'support',
    from: { email: 'offers@ads.example', firstName: 'Growth', lastName: 'Team' },
    subject: 'Rank first on every search engine',
    body: 'We can bring you 10,000 visitors by Friday. Interested?',
    state: 'closed',
  },
];

/** Messages of every kind and state for the admins. */
export async function seedInbox(userId: UserScope, adminId: UserScope): Promise<void> {
  if ((await prisma.contactMessage.count()) > 0) return;
  const { email, firstName, lastName } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, firstName: true, lastName: true },
  });
  // Ids sort by time, so the oldest comes first.
  for (const { days, from, reply, ...message } of MESSAGES.toReversed()) {
    const createdAt = daysAgo(days, 7);
    await prisma.contactMessage.create({
      data: {
        ...message,
        ...(from ?? { email, firstName, lastName, userId }),
        id: newId(),
        createdAt,
        ...(reply !== undefined && {
          replies: {
            create: {
              id: newId(),
              authorId: adminId,
              body: reply,
              createdAt: daysAgo(days - 1, 8),
            },
          },
        }),
      },
      select: { id: true },
    });
  }
}

/** One that anyone may use, one for a person, one that was used, and one that has expired. */
export async function seedInvitations(): Promise<void> {
  if ((await prisma.invitation.count()) > 0) return;
  await createInvitation(null);
  await createInvitation('sam@larch.example', daysAgo(2));
  await createInvitation('ruth@coast.example', daysAgo(4));
  await prisma.invitation.updateMany({
    where: { email: 'ruth@coast.example' },
    data: { usedAt: daysAgo(2) },
  });
  await createInvitation('old@example.com', daysAgo(60));
}
