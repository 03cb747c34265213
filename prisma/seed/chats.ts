import {
  archiveConversations,
  createFolder,
  createPrompt,
  moveConversations,
  pinConversation,
  shareConversation,
} from '~/features/chat/index.server';
import { prisma } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import {
  CITED_CONVERSATION,
  CITED_HEADINGS,
  type SeedConversation,
  seedConversations,
} from './conversations.ts';
import { citeIn } from './knowledge.ts';

const MODEL = 'openai/gpt-4o-mini';
const PREVIEW = 100;

/** A fixed id in the form of a UUIDv7, so that a second run finds what the first created. */
function seedId(conversation: number, message = 0): string {
  const place = (conversation * 1000 + message).toString(16).padStart(12, '0');
  return `01930000-0000-7000-8000-${place}`;
}

/** Returns how many were added. */
export async function seedConversationsOf(userId: UserScope): Promise<number> {
  let added = 0;
  for (const [index, seed] of seedConversations().entries()) {
    if (await seedConversation(userId, index + 1, seed)) added += 1;
  }
  return added;
}

/** Adds a conversation at a place of its own, unless it's there; returns whether it wasn't. */
async function seedConversation(
  userId: UserScope,
  place: number,
  { title, hoursAgo, originalCreationDate, messages }: SeedConversation,
  profileId: string | null = null,
): Promise<boolean> {
  const id = seedId(place);
  const lastUpdated = Date.now() - hoursAgo * HOUR_MS;
  const time = (at: number) => new Date(lastUpdated - (messages.length - 1 - at) * 20_000);
  const last = messages.at(-1)?.content.replace(/\s+/g, ' ') ?? '';
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.conversation.createMany({
      data: {
        id,
        userId,
        title,
        profileId,
        originalCreationDate,
        lastMessage: [...last].slice(0, PREVIEW).join(''),
        lastUpdated: new Date(lastUpdated),
        createdAt: time(0),
        activeLeafId: seedId(place, messages.length),
      },
      skipDuplicates: true,
    });
    if (count === 0) return false;
    await tx.message.createMany({
      data: messages.map(({ role, content }, at) => ({
        id: seedId(place, at + 1),
        userId,
        conversationId: id,
        parentId: at === 0 ? null : seedId(place, at),
        role,
        content,
        model: role === 'assistant' ? MODEL : null,
        timestamp: time(at),
      })),
    });
    return true;
  });
}

/** After the places of the other conversations. */
const CITED_PLACE = 100;

/** A conversation of the bakery whose answer cites its price list and its website. */
export async function seedCitedConversation(userId: UserScope, profileId: string): Promise<void> {
  const added = await seedConversation(userId, CITED_PLACE, CITED_CONVERSATION, profileId);
  const answer = { id: seedId(CITED_PLACE, 2), ...CITED_CONVERSATION.messages[1]! };
  if (added) await citeIn(userId, profileId, answer, CITED_HEADINGS);
}

const FOLDERS = { 'Spring campaign': [2, 3, 7, 12], 'Customer questions': [14, 21] };

const PROMPTS = [
  {
    name: 'Saturday bread post',
    text: 'Write an Instagram caption about {{bread|the walnut loaf}}. Begin with a sound or a smell, name one person from our team, and end with: {{action|Reserve your loaf}}.',
  },
  {
    name: 'Repair estimate',
    text: 'Write a friendly text message for {{name}}: the repair of {{item}} costs {{price}} and is ready by {{day|tomorrow at six}}. Ask for a yes or no. No more than 50 words.',
  },
  {
    name: 'Answer in our voice',
    text: 'Answer this message in our voice, in no more than 80 words, and promise nothing we can’t keep:\n\n{{message}}',
  },
];

/** Folders, pins, the archive, links, and prompts. */
export async function organizeConversations(userId: UserScope): Promise<void> {
  if ((await prisma.conversationFolder.count({ where: { userId } })) > 0) return;
  for (const [name, places] of Object.entries(FOLDERS)) {
    const { id } = await createFolder(userId, name);
    await moveConversations(userId, places.map(seedIdOf), id);
  }
  for (const place of [1, 5]) await pinConversation(userId, seedId(place), true);
  await archiveConversations(userId, [16, 17, 18].map(seedIdOf), true);
  for (const place of [1, 4, 8]) await shareConversation(userId, seedId(place));
  for (const prompt of PROMPTS) await createPrompt(userId, prompt);
}

const seedIdOf = (place: number) => seedId(place);
