import { setImmediate as pause } from 'node:timers/promises';

import type { QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { wholeTextIfThere } from '../messages/message-objects.server';
import {
  findPending,
  findUnindexed,
  type IndexedMessage,
  markIndexed,
  type PendingConversation,
  putWords,
  readBeginnings,
  type UnindexedMessage,
} from './search-data.server';
import { INDEXED_CHARACTERS, toTsvector } from './words';

const CONVERSATIONS = 50;
const MESSAGES = 500;
/** Read at once, unless a single message has more. */
const BYTES = 4_000_000;

/** What a search waits for: what this person said since the job ran last, not all that it has still to do. */
const FRESH_MS = 3 * 60_000;
const FRESH_CONVERSATIONS = 50;
const FRESH_MESSAGES = 200;
/** So many of the latest conversations in any case: there may be no job. */
const LATEST_CONVERSATIONS = 3;

/** Requests and streams come between after so long. */
const SLICE_MS = 8;

/**
 * The job that brings new messages into the index: those that no one has searched for yet, and all of an import. Goes
 * on until there is nothing left; it may be cut off at any moment, and several may run.
 */
export async function indexMessages(): Promise<void> {
  let count = 0;
  for (;;) {
    const done = await indexSome(await findPending(sql, null, CONVERSATIONS), MESSAGES);
    count += done.messages;
    // Nothing left, or only what someone is writing to.
    if (done.messages + done.conversations === 0) break;
  }
  if (count > 0) log.info({ messages: count }, 'messages indexed');
}

/** Brings what a person said last into the index, so that their search finds it at once. */
export async function indexFresh(userId: UserScope): Promise<void> {
  const pending = await findPending(sql, userId, FRESH_CONVERSATIONS);
  const since = Date.now() - FRESH_MS;
  const fresh = pending.filter(
    ({ lastUpdated }, index) => index < LATEST_CONVERSATIONS || lastUpdated.getTime() > since,
  );
  await indexSome(fresh, FRESH_MESSAGES);
}

async function indexSome(pending: readonly PendingConversation[], most: number) {
  if (pending.length === 0) return { messages: 0, conversations: 0 };
  const ids = pending.map(({ id }) => id);
  const unindexed = await findUnindexed(sql, ids, most);
  const taken = firstBytes(unindexed);
  const words = await withWords(taken);
  if (words.length > 0) await putWords(sql, words);
  KILLABLE: killPoint('search: words written, not noted');
  // Cut off, by a limit or because the object store is away: the next round will see which are not done.
  const whole = unindexed.length < most && words.length === unindexed.length;
  return {
    messages: words.length,
    conversations: whole ? await markIndexed(sql, pending) : 0,
  };
}

function firstBytes(messages: readonly UnindexedMessage[]): readonly UnindexedMessage[] {
  let sum = 0;
  const end = messages.findIndex(({ bytes }, index) => (sum += bytes) > BYTES && index > 0);
  return end === -1 ? messages : messages.slice(0, end);
}

/** Up to the first whose text cannot be had at the moment. */
async function withWords(messages: readonly UnindexedMessage[]): Promise<IndexedMessage[]> {
  const sizes = new Map(messages.map(({ id, bytes }) => [id, bytes]));
  const texts = await readBeginnings(sql, [...sizes.keys()], INDEXED_CHARACTERS);
  const indexed: IndexedMessage[] = [];
  let since = performance.now();
  for (const { id, text, contentUrl } of texts) {
    const whole = await wholeTextIfThere(text, contentUrl);
    if (whole === null) break;
    const words = toTsvector(whole.slice(0, INDEXED_CHARACTERS));
    indexed.push({ id, bytes: sizes.get(id) ?? 0, words });
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  return indexed;
}

/** What an import brought in: its owner would else look in vain until the clock's job comes round. */
export const indexSoon: QueuedJob<object> = {
  name: 'index-soon',
  parse: () => ({}),
  // The job of each minute does what this one did not.
  retries: 0,
  run: indexMessages,
};
