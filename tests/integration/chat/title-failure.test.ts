import { expect, test, vi } from 'vitest';

import type * as realtime from '~/engine/events/index.server';

import '../setup/fake-ai.ts';

const publishNotice = vi.fn();
vi.mock('~/engine/events/index.server', async (load) => ({
  ...(await load<typeof realtime>()),
  publishNotice,
}));

const { createUser } = await import('../../factories/users.ts');
const { createConversation } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { makeTitle } = await import('~/features/chat/conversations/settings/make-title.server');
const { sql } = await import('~/lib/db/index.server');

test('a title that cannot be saved is reported to the person, and the conversation keeps its name', async () => {
  const { id: userId } = await createUser();
  const id = await createConversation(userId);
  await sql.query(
    `ALTER TABLE conversations ADD CONSTRAINT no_titles CHECK (title = 'Untitled Conversation') NOT VALID`,
  );
  try {
    await makeTitle({ userId, id, content: 'Plan the week' });
  } finally {
    await sql.query(`ALTER TABLE conversations DROP CONSTRAINT no_titles`);
  }
  expect(publishNotice).toHaveBeenCalledExactlyOnceWith(
    userId,
    'Failed to update conversation title',
  );
  const [row] = await sql.query(`SELECT title FROM conversations WHERE id = $1::uuid`, [id]);
  expect(row).toEqual({ title: 'Untitled Conversation' });
});
