import { beforeEach, expect, test, vi } from 'vitest';

import '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/index.server');
const { movedOut } = await import('~/features/chat/move-out.server');
const { indexMessages, parseSearchRequest, searchEverything } =
  await import('~/features/search/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

let user: { id: string };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

test('what stands in an object is found by its words, with their place', async () => {
  const content = `${'Bread and butter. '.repeat(6_000)}Marzipan at last. ${'Bread and butter. '.repeat(30_000)}`;
  const sent = await sendMessage({
    userId: user.id,
    conversationId: null,
    content,
    clientKey: newId(),
  });
  await vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [sent.answerId],
    );
    expect(row?.state).toBe('done');
  });
  await movedOut();
  const [row] = await sql.query<{ overflow: boolean }>(
    `SELECT content_overflow AS overflow FROM messages WHERE id = $1::uuid`,
    [sent.questionId],
  );
  expect(row?.overflow).toBe(true);
  await indexMessages();
  const { messages } = await searchEverything(
    user.id,
    parseSearchRequest(new URLSearchParams({ q: 'marzipan' })),
  );
  expect(messages.map(({ messageId }) => messageId)).toEqual([sent.questionId]);
  expect(messages[0]!.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
    'Marzipan',
  ]);
});
