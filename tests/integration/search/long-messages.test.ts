import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';
import { untilAnswered } from '../setup/until-answered.ts';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { movedOut } = await import('~/features/chat/messages/message-overflow.server');
const { indexMessages } = await import('~/features/chat/search/index-messages.server');
const { parseSearchRequest, searchEverything } =
  await import('~/features/chat/search/search-everything.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

/** Sends a message that is too long for its row, with one rare word far from its beginning; returns its id and its file. */
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

test('a message whose text is in an object is found by a word far from its beginning, with that word marked', async () => {
  const { id } = await sendLong();
  await indexMessages();
  const messages = await findMarzipan();
  expect(messages.map(({ messageId }) => messageId)).toEqual([id]);
  expect(messages[0]!.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
    'Marzipan',
  ]);
});

test('a message whose object can’t be read is indexed once it can be, and not by its beginning alone', async () => {
  const { id, file } = await sendLong();
  // A directory in place of the file exists but can't be read.
  renameSync(file, `${file}.aside`);
  mkdirSync(file);
  await indexMessages();
  expect(await findMarzipan()).toEqual([]);
  rmdirSync(file);
  renameSync(`${file}.aside`, file);
  await indexMessages();
  expect((await findMarzipan()).map(({ messageId }) => messageId)).toEqual([id]);
});
