import { Readable } from 'node:stream';

import { afterAll, expect, test } from 'vitest';

import { S3_CREDENTIALS, startFakeS3 } from '../../fakes/s3.ts';
import { fakeAi } from '../setup/fake-ai.ts';
import { untilAnswered } from '../setup/until-answered.ts';

const s3 = await startFakeS3();
Object.assign(process.env, {
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
});
afterAll(() => s3.close());

const { createUser } = await import('../../factories/users.ts');
const { pdfOf } = await import('../../factories/files.ts');
const files = {
  ...(await import('~/features/chat/attachments/serve-attachment.server')),
  ...(await import('~/features/chat/attachments/upload-attachment.server')),
};
const chat = {
  ...(await import('~/features/chat/conversations/conversation-actions.server')),
  ...(await import('~/features/chat/messages/read-transcript.server')),
  ...(await import('~/features/chat/answers/send-message.server')),
};
const { movedOut } = await import('~/features/chat/messages/message-overflow.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

test('a file and a long message are stored in the bucket, and deleted with their conversation', async () => {
  const user = await createUser();
  const pdf = pdfOf(['Sourdough 4.20']);
  const body = Readable.from([pdf], { objectMode: false });
  const file = await files.uploadAttachment({ userId: user.id, name: 'menu.pdf', body });
  const content = 'Bread and butter. '.repeat(33_334);
  const { conversationId, questionId, answerId } = await chat.sendMessage({
    userId: user.id,
    conversationId: null,
    content,
    clientKey: newId(),
    attachmentIds: [file.id],
  });
  await untilAnswered(sql, answerId);
  await movedOut();
  const asked = fakeAi.requests.find(({ body }) => body.stream)!.body.messages.at(-1)!.content;
  expect(asked.includes('Sourdough 4.20')).toBe(true);
  expect((await chat.readFullMessage(user.id, questionId)).text === content).toBe(true);
  const served = await files.serveAttachment(user.id, file.id);
  expect(Buffer.from(await served.arrayBuffer()).equals(pdf)).toBe(true);

  await chat.deleteConversation(user.id, conversationId);
  await chat.purgeConversations(new Date(Date.now() + 2 * 3_600_000));
  const { objects } = await import('~/gateways/objects/index.server');
  expect((await (await objects()).list('')).objects).toEqual([]);
}, 60_000);
