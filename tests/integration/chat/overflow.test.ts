import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { dataDir } from '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createConversation, createMessages } = await import('../../factories/conversations.ts');
const { marker } = await import('../../fakes/openai.ts');
const chat = {
  ...(await import('~/features/chat/answers/answer-actions.server')),
  ...(await import('~/features/chat/conversations/conversation-actions.server')),
  ...(await import('~/features/chat/messages/message-overflow.server')),
  ...(await import('~/features/chat/conversations/open-conversation.server')),
  ...(await import('~/features/chat/messages/read-transcript.server')),
  ...(await import('~/features/chat/answers/send-message.server')),
};
const { movedOut } = await import('~/features/chat/messages/message-overflow.server');
const { duplicateText, getText } = await import('~/features/chat/messages/message-objects.server');
const { stopGeneration } = await import('~/engine/generation/index.server');
const { shareConversation } = await import('~/features/chat/index.server');
const { openShare, openSharedMessage, continueShare } =
  await import('~/features/chat/sharing/share-page.server');
const { objects } = await import('~/gateways/objects/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

const NOTE = '[Continues in the full text.]';
const LONG = 'Bread and butter. '.repeat(33_334);
const HUGE = marker({ kind: 'huge' });

interface Row {
  content: string;
  contentOverflow: boolean;
  contentUrl: string | null;
  context: string;
  contextOverflow: boolean;
  contextUrl: string | null;
  files: { name: string; id: string | null }[];
  filesOverflow: boolean;
  filesUrl: string | null;
  fullContentUrls: string[];
  fullContentUrlsOverflow: boolean;
  fullContentUrlsStorageUrl: string | null;
}

/** The row of a message, by the names of its fields (docs/product.md, Records). */
async function rowOf(id: string): Promise<Row> {
  const [row] = await sql.query<Row>(
    `SELECT content, context, files, full_content_urls,
            content_overflow, content_url,
            context_overflow, context_url,
            files_overflow, files_url,
            full_content_urls_overflow,
            full_content_urls_storage_url
       FROM messages WHERE id = $1::uuid`,
    [id],
  );
  if (!row) throw new Error('no such message');
  return row;
}

async function keysBelow(prefix: string): Promise<string[]> {
  const page = await (await objects()).list(prefix);
  return page.objects.map(({ key }) => key);
}

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

async function untilEnded(answerId: string, state = 'done'): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [answerId],
    );
    expect(row?.state).toBe(state);
  });
  await movedOut();
}

async function send(content: string, conversationId: string | null = null) {
  const sent = await chat.sendMessage({
    userId: user.id,
    conversationId,
    content,
    clientKey: newId(),
  });
  await untilEnded(sent.answerId);
  return sent;
}

/** Not `toBe`, which would print megabytes. */
const same = (one: string, other: string) => one === other;
/** The messages that the model got, oldest first, without the requests for titles. */
const asked = () => fakeAi.requests.filter(({ body }) => body.stream).at(-1)!.body.messages;

const textOf = async (id: string) => (await chat.readFullMessage(user.id, id)).text;

describe('a message of 600,000 characters and an answer of 3 MB', () => {
  test('move to objects, and everything that needs the text gets the whole', async () => {
    const content = `${LONG}${HUGE}`;
    const { conversationId, questionId, answerId } = await send(content);
    const question = await rowOf(questionId);
    expect(question).toMatchObject({ contentOverflow: true, contextOverflow: false });
    expect(question.content).toBe(`${content.slice(0, 200)}…\n\n${NOTE}`);
    const answer = await rowOf(answerId);
    expect(answer).toMatchObject({ contentOverflow: true });
    expect(answer.content.length).toBeLessThan(300);

    expect(same(await textOf(questionId), content)).toBe(true);
    const whole = await textOf(answerId);
    expect(whole.length).toBe(3 * 1024 * 1024);
    expect(same(asked().at(-1)!.content, content)).toBe(true);
    const text = await chat.readConversationText(user.id, conversationId);
    expect(text.includes(whole.trim())).toBe(true);
    expect(text.includes(content.trim())).toBe(true);

    const { messages } = await chat.openConversation(user.id, conversationId);
    expect(messages.map(({ overflow }) => overflow)).toEqual([true, true]);
    for (const { html } of messages) {
      expect(html).toContain(NOTE);
      expect(html!.length).toBeLessThan(1_000);
    }

    // Text beyond what the model can read is left out.
    await send('And now?', conversationId);
    expect(asked().slice(1)).toEqual([{ role: 'user', content: 'And now?' }]);
  }, 60_000);

  test('continue after the whole text when the answer was stopped', async () => {
    const hold = newId();
    const sent = await chat.sendMessage({
      userId: user.id,
      conversationId: null,
      content: marker({ kind: 'huge', holdAfter: 800, hold, times: 1 }),
      clientKey: newId(),
    });
    await vi.waitFor(async () => {
      const [row] = await sql.query<{ length: number }>(
        `SELECT coalesce(sum(char_length(text)), 0) AS length FROM generation_chunks WHERE generation_id = $1::uuid`,
        [sent.answerId],
      );
      expect(Number(row!.length)).toBeGreaterThan(600_000);
    });
    await stopGeneration(user.id, sent.answerId);
    await untilEnded(sent.answerId, 'stopped');
    const before = await textOf(sent.answerId);
    expect(before.length).toBeGreaterThan(600_000);
    const first = await rowOf(sent.answerId);
    expect(first.contentOverflow).toBe(true);

    fakeAi.behave({ text: ' And so it ends.' });
    await chat.continueAnswer(user.id, sent.answerId);
    await untilEnded(sent.answerId);
    expect(same(await textOf(sent.answerId), `${before} And so it ends.`)).toBe(true);
    const second = await rowOf(sent.answerId);
    expect(second.contentOverflow).toBe(true);
    expect(second.contentUrl).not.toBe(first.contentUrl);
    // The model got the end of it to continue.
    const prior = asked().find(({ role }) => role === 'assistant')!.content;
    expect(prior.length).toBe(100_000);
    expect(before.endsWith(prior)).toBe(true);

    // No row names the previous object anymore: only it is swept once it is a day old.
    await chat.purgeMessageObjects(new Date());
    expect(await keysBelow(`messages/${user.id}/`)).toContain(first.contentUrl);
    await chat.purgeMessageObjects(new Date(Date.now() + DAY_MS + 60_000));
    expect(await keysBelow(`messages/${user.id}/`)).toEqual([second.contentUrl]);
  }, 60_000);
});

describe('an edited message', () => {
  test('overflows like a sent one', async () => {
    const { questionId } = await send('Short');
    const edited = await chat.editMessage({
      userId: user.id,
      questionId,
      content: LONG,
      clientKey: newId(),
    });
    await untilEnded(edited.answerId);
    expect(await rowOf(edited.questionId)).toMatchObject({ contentOverflow: true });
    expect(same(await textOf(edited.questionId), LONG)).toBe(true);
  }, 30_000);
});

describe('files and their addresses', () => {
  test('leave the row beyond the limits, and a small row stays unchanged', async () => {
    const conversation = await createConversation(user);
    const [message] = await createMessages(conversation, ['Read these', 'Yes.']);
    const files = Array.from({ length: 6 }, (_, at) => ({
      name: `${at}.txt`,
      type: 'text/plain',
      size: at,
      id: null,
    }));
    const urls = Array.from({ length: 11 }, (_, at) => `attachments/${at}`);
    const context = 'c'.repeat(500_001);
    await sql.query(
      `UPDATE messages SET context = $2, files = $3::jsonb, full_content_urls = $4::jsonb WHERE id = $1::uuid`,
      [message!.id, context, JSON.stringify(files), JSON.stringify(urls)],
    );
    await chat.moveOutLeftovers();
    const row = await rowOf(message!.id);
    expect(row).toMatchObject({
      content: 'Read these',
      contentOverflow: false,
      contentUrl: null,
      contextOverflow: true,
      files: files.slice(0, 3),
      filesOverflow: true,
      fullContentUrls: urls.slice(0, 5),
      fullContentUrlsOverflow: true,
    });
    const whole = await chat.readFullMessage(user.id, message!.id);
    expect(whole).toEqual({ text: 'Read these', files, thought: '' });
    const stored = await (await objects()).get(row.fullContentUrlsStorageUrl!);
    expect(JSON.parse(await new Response(stored.body as never).text())).toEqual(urls);
    await chat.moveOutLeftovers();
    expect(await rowOf(message!.id)).toEqual(row);

    // A duplicate has objects of its own, and only the names of the files.
    const share = await shareConversation(user.id, conversation.id);
    const other = await createUser();
    const copyId = await continueShare({ shareId: share.id }, other.id);
    await movedOut();
    const { messages } = await chat.openConversation(other.id, copyId);
    const copy = await rowOf(messages[0]!.id);
    expect(copy).toMatchObject({ contextOverflow: true, filesOverflow: true, fullContentUrls: [] });
    expect(copy.contextUrl).toContain(`messages/${other.id}/`);
    expect((await chat.readFullMessage(other.id, messages[0]!.id)).files).toEqual(files);
  });
});

describe('a shared conversation', () => {
  test('shows the beginning of a long message, and the whole on request, while its link is open', async () => {
    const { conversationId, questionId } = await send(LONG);
    const share = await shareConversation(user.id, conversationId);
    const address = { shareId: share.id };
    const open = await openShare(address);
    expect(open.messages[0]).toMatchObject({ overflow: true });
    expect(open.messages[0]!.html.length).toBeLessThan(1_000);
    expect(same(await openSharedMessage(address, questionId), LONG)).toBe(true);

    const later = await send('Not shared', conversationId);
    const gone = { code: 'not-found' };
    await expect(openSharedMessage(address, later.questionId)).rejects.toMatchObject(gone);
    const elsewhere = await send('Another conversation');
    await expect(openSharedMessage(address, elsewhere.questionId)).rejects.toMatchObject(gone);

    const other = await createUser();
    const copyId = await continueShare(address, other.id);
    const { messages } = await chat.openConversation(other.id, copyId);
    await expect(chat.readFullMessage(user.id, messages[0]!.id)).rejects.toMatchObject(gone);

    // The duplicate outlives the original and its objects.
    await chat.deleteConversation(user.id, conversationId);
    await expect(openSharedMessage(address, questionId)).rejects.toMatchObject(gone);
    await chat.purgeConversations(new Date(Date.now() + 2 * 3_600_000));
    expect(await keysBelow(`messages/${user.id}/`)).toEqual([]);
    const copied = await chat.readFullMessage(other.id, messages[0]!.id);
    expect(same(copied.text, LONG)).toBe(true);
  }, 30_000);
});

describe('when the object store is away', () => {
  test('a long message stays in its row and moves out later, and a moved one shows its beginning', async () => {
    const store = await objects();
    const put = vi.spyOn(store, 'put').mockRejectedValue(new Error('away'));
    const { conversationId, questionId } = await send(LONG);
    const kept = await rowOf(questionId);
    expect(kept.contentOverflow).toBe(false);
    expect(same(kept.content, LONG)).toBe(true);
    expect(same(await textOf(questionId), LONG)).toBe(true);
    const { messages } = await chat.openConversation(user.id, conversationId);
    expect(messages[0]).toMatchObject({ overflow: true });
    expect(messages[0]!.html).toContain(NOTE);
    put.mockRestore();
    await chat.moveOutLeftovers();
    expect(await rowOf(questionId)).toMatchObject({ contentOverflow: true });
    expect(same(await textOf(questionId), LONG)).toBe(true);

    rmSync(`${dataDir}/objects/messages`, { recursive: true });
    const after = await chat.openConversation(user.id, conversationId);
    expect(after.messages[0]!.html).toContain(NOTE);
    await expect(textOf(questionId)).rejects.toMatchObject({ code: 'unavailable' });
    const text = await chat.readConversationText(user.id, conversationId);
    expect(text).toContain('The rest of this text couldn’t be loaded.');
    // The conversation continues with the text that is left.
    await send('Go on', conversationId);
    const place = { userId: user.id, messageId: questionId, field: 'content' } as const;
    await expect(duplicateText('messages/none', place)).rejects.toThrow();
  }, 30_000);

  test('an object with other bytes counts as lost, and so does its duplicate', async () => {
    const { conversationId, questionId } = await send(LONG);
    const { contentUrl } = await rowOf(questionId);
    const file = `${dataDir}/objects/${contentUrl}~`;
    const bytes = readFileSync(file);
    bytes[300_000]! ^= 1;
    writeFileSync(file, bytes);
    await expect(textOf(questionId)).rejects.toMatchObject({ code: 'unavailable' });
    const text = await chat.readConversationText(user.id, conversationId);
    expect(text).toContain('The rest of this text couldn’t be loaded.');
    expect(text.length).toBeLessThan(1_000);
    await send('Go on', conversationId);
    expect(asked().some(({ content }) => content.length > 5_000)).toBe(false);
    const place = { userId: user.id, messageId: newId(), field: 'content' } as const;
    await expect(getText(await duplicateText(contentUrl!, place))).rejects.toThrow(
      'not what was stored',
    );
  }, 30_000);
});
