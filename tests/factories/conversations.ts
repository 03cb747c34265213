import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export interface TestConversation {
  id: string;
  userId: UserScope;
  title: string;
  lastMessage: string;
  lastUpdated: Date;
  originalCreationDate: Date | null;
  isPublic: boolean;
  pinnedAt: Date | null;
  archivedAt: Date | null;
  folderId: string | null;
}

/** Creates a listed conversation: `lastMessage` is set although there are no messages yet. */
export async function createConversation(
  user: { id: UserScope },
  overrides: Partial<Omit<TestConversation, 'userId'>> = {},
): Promise<TestConversation> {
  const conversation: TestConversation = {
    id: newId(),
    userId: user.id,
    title: 'Spring campaign',
    lastMessage: 'Here are three ideas.',
    lastUpdated: new Date(),
    originalCreationDate: null,
    isPublic: false,
    pinnedAt: null,
    archivedAt: null,
    folderId: null,
    ...overrides,
  };
  await prisma.conversation.create({
    data: { ...conversation, createdAt: conversation.lastUpdated },
  });
  return conversation;
}

export interface TestMessage {
  id: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  content: string;
  timestamp: Date;
}

/**
 * Creates questions and answers in turn, a second apart: the given texts, or `count` numbered ones, after the shown leaf
 * or as a branch from `after`. The conversation then shows the branch, with the last message's preview and time.
 */
export async function createMessages(
  conversation: { id: string; userId: UserScope },
  contents: number | readonly string[],
  after?: string | null,
): Promise<TestMessage[]> {
  const { id: conversationId, userId } = conversation;
  const texts =
    typeof contents === 'number'
      ? Array.from({ length: contents }, (_, index) => `Message ${index + 1}`)
      : contents;
  const start = Date.now() - texts.length * 1000;
  const { activeLeafId } = await prisma.conversation.findUniqueOrThrow({
    where: { id: conversationId, userId },
  });
  const ids = texts.map(() => newId());
  const messages = texts.map((content, index): TestMessage => {
    return {
      id: ids[index]!,
      parentId: ids[index - 1] ?? (after === undefined ? activeLeafId : after),
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      timestamp: new Date(start + index * 1000),
    };
  });
  await prisma.message.createMany({
    data: messages.map((message) => ({ ...message, conversationId, userId })),
  });
  const last = messages.at(-1);
  if (last) {
    await prisma.conversation.update({
      where: { id: conversationId, userId },
      data: {
        activeLeafId: last.id,
        lastMessage: [...last.content].slice(0, 100).join(''),
        lastUpdated: last.timestamp,
      },
    });
  }
  return messages;
}
