import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';
import { untilAnswered } from '../setup/until-answered.ts';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/index.server');
const { movedOut } = await import('~/features/chat/messages/message-overflow.server');
const { indexMessages, parseSearchRequest, searchEverything } =
  await import('~/features/chat/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

/** Sends a message too long for its row, with one word far behind its beginning; its id, and where its text lies. */
async function sendLong(): Promise<{ id: string; file: string }> {
  const content = `${'Bread and butter. '.repeat(6_000)}Marzipan at last. ${'Bread and butter. '.repeat(30_000)}`;
  const sent = await sendMessage({
    userId: user.id,
    conversationId: null,
    content,
    clientKey: newId(),
  });
  await untilAnswered(sql, sent.answerId);
  await movedOut();
  const [row] = await sql.query<{ key: string }>(
    `SELECT content_url AS key FROM messages WHERE id = $1::uuid AND content_overflow`,
    [sent.questionId],
  );
  return { id: sent.questionId, file: join(dataDir, 'objects', `${row!.key}~`) };
}

async function findMarzipan() {
  const wanted = parseSearchRequest(new URLSearchParams({ q: 'marzipan' }));
  return (await searchEverything(user.id, wanted)).messages;
}

test('what stands in an object is found by its words, with their place', async () => {
  const { id } = await sendLong();
  await indexMessages();
  const messages = await findMarzipan();
  expect(messages.map(({ messageId }) => messageId)).toEqual([id]);
  expect(messages[0]!.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
    'Marzipan',
  ]);
});

test('what cannot be read at the moment is indexed when it can, and not by its beginning', async () => {
  const { id, file } = await sendLong();
  // Something that is there and cannot be read.
  renameSync(file, `${file}.aside`);
  mkdirSync(file);
  await indexMessages();
  expect(await findMarzipan()).toEqual([]);
  rmdirSync(file);
  renameSync(`${file}.aside`, file);
  await indexMessages();
  expect((await findMarzipan()).map(({ messageId }) => messageId)).toEqual([id]);
});
