import { beforeEach, expect, test } from 'vitest';

import { shareConversation } from '~/features/chat/index.server';
import { openShare, openSharedMessage } from '~/features/chat/sharing/share-page.server';
import { env } from '~/settings/env.server';
import { LIMITS } from '~/http/rate-limit.server';
import * as page from '~/features/chat/sharing/routes/shared-page';
import * as ownPage from '~/features/chat/sharing/routes/shared-by-user-page';
import type { UserScope } from '~/lib/scope';

import { createConversation, createMessages } from '../../factories/conversations';
import { createUser } from '../../factories/users';

let user: { id: UserScope };
let conversation: { id: string; userId: UserScope };
beforeEach(async () => {
  user = await createUser();
  conversation = await createConversation(user, { title: 'Bakery plan' });
});

const shareOf = async (texts: string[]) => {
  await createMessages(conversation, texts);
  return (await shareConversation(user.id, conversation.id)).id;
};
const textOf = (html: string) => html.replace(/<[^<>]*>/g, '').trim();

test('a long conversation can be read page by page, forward and back', async () => {
  const texts = Array.from({ length: 95 }, (_, n) => `Message ${n}`);
  const shareId = await shareOf(texts);
  const pages = [await openShare({ shareId })];
  for (let last = pages[0]!; last.after !== null; last = pages.at(-1)!) {
    pages.push(await openShare({ shareId }, { after: last.after, before: null }));
  }
  expect(pages.map(({ messages }) => messages.length)).toEqual([40, 40, 15]);
  expect(pages.flatMap(({ messages }) => messages.map(({ html }) => textOf(html)))).toEqual(texts);
  expect(pages.map(({ before }) => before !== null)).toEqual([false, true, true]);

  const back = await openShare({ shareId }, { after: null, before: pages[2]!.before });
  expect(back.messages).toEqual(pages[1]!.messages);
  expect([back.before, back.after]).toEqual([pages[1]!.before, pages[1]!.after]);
  const first = await openShare({ shareId }, { after: null, before: back.before });
  expect(first).toMatchObject({ before: null, messages: pages[0]!.messages });
});

test('a page ends with the message that brings it to 100 KB of text', async () => {
  const long = 'word '.repeat(15_000);
  const shareId = await shareOf([long, long, `${long}${long}`, 'short']);
  const pages = [await openShare({ shareId })];
  for (let last = pages[0]!; last.after !== null; last = pages.at(-1)!) {
    pages.push(await openShare({ shareId }, { after: last.after, before: null }));
  }
  expect(pages.map(({ messages }) => messages.length)).toEqual([2, 1, 1]);
});

test.each(['x', '01890000-0000-7000-8000-000000000000', '9'.repeat(5_000)])(
  'a key that belongs to none of its messages opens the first page',
  async (key) => {
    const shareId = await shareOf(['Hello', 'Hello to you.']);
    const shown = await openShare({ shareId }, { after: key, before: null });
    expect(shown.messages).toHaveLength(2);
  },
);

test('a message of another conversation doesn’t work as a key, and its text is not shown', async () => {
  const shareId = await shareOf(['Hello', 'Hello to you.']);
  const other = await createConversation(user, { title: 'Private' });
  await createMessages(other, ['Secret', 'Words']);
  const otherShare = await shareConversation(user.id, other.id);
  const secret = (await openShare({ shareId: otherShare.id })).messages[0]!.id;
  const shown = await openShare({ shareId }, { after: secret, before: null });
  expect(shown.messages.map(({ html }) => textOf(html))).toEqual(['Hello', 'Hello to you.']);
  await expect(openSharedMessage({ shareId }, secret)).rejects.toMatchObject({ code: 'not-found' });
  const own = shown.messages[0]!.id;
  await expect(openSharedMessage({ shareId }, own)).resolves.toBe('Hello');
});

test('only one page of a conversation with 3,000 messages is read, rendered, and sent', async () => {
  const text =
    '## Plan\n\nBake **bread** every [day](https://example.com).\n\n- flour\n- water\n\n'.repeat(
      40,
    );
  const shareId = await shareOf(Array.from({ length: 3_000 }, () => text));
  const used = process.threadCpuUsage();
  const shown = await openShare({ shareId });
  const { user: micros } = process.threadCpuUsage(used);
  expect(shown.messages.length).toBeLessThanOrEqual(40);
  expect(JSON.stringify(shown).length).toBeLessThan(500_000);
  // Rendering all of them takes seconds of this thread's CPU time, which other processes don't affect.
  expect(micros / 1_000).toBeLessThan(500);
});

test('visits to both addresses share one limit for each network address', async () => {
  const shareId = await shareOf(['Hello']);
  expect(env().RATE_LIMITS).toBe(true);
  const context = { clientAddress: '203.0.113.77' };
  const request = () => new Request(`http://localhost:3000/shared/${shareId}`);
  const visit = (n: number): Promise<unknown> =>
    n % 2 === 0
      ? page.loader({ request: request(), context, params: { id: shareId } })
      : ownPage.loader({ request: request(), context, params: { userId: user.id, shareId } });
  const { points } = LIMITS['shared-page-address'];
  for (let n = 0; n < points; n += 1) await visit(n);
  await expect(visit(0)).rejects.toMatchObject({ status: 429 });
  await expect(visit(1)).rejects.toMatchObject({ status: 429 });
});
