import { setImmediate as pause } from 'node:timers/promises';

import type { QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

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
/** The bytes of text that are read at once, unless a single message has more. */
const BYTES = 4_000_000;

/** A search waits only for what this person wrote since the job last ran, not for all of the job's work. */
const FRESH_MS = 3 * MINUTE_MS;
const FRESH_CONVERSATIONS = 50;
const FRESH_MESSAGES = 200;
/** This number of the latest conversations is indexed in any case, because the job may not be running. */
const LATEST_CONVERSATIONS = 3;

/** Requests and streams get a turn after this time. */
const SLICE_MS = 8;

/**
 * The job that indexes new messages: those of people who haven't searched since, and all of an import. Continues until
 * none are left. It may be interrupted at any moment, and several may run at once.
 */
export async function indexMessages(): Promise<void> {
  let count = 0;
  for (;;) {
    const done = await indexSome(await findPending(sql, null, CONVERSATIONS), MESSAGES);
    count += done.messages;
    // None are left, or only conversations that are being written to.
    if (done.messages + done.conversations === 0) break;
  }
  if (count > 0) log.info({ messages: count }, 'messages indexed');
}

/** Indexes a person's latest messages, so that a search finds them right away. */
export async function indexFresh(userId: UserScope): Promise<void> {
  const pending = await findPending(sql, userId, FRESH_CONVERSATIONS);
  const since = Date.now() - FRESH_MS;
  const fresh = pending.filter(
    ({ lastUpdated }, index) => index < LATEST_CONVERSATIONS || lastUpdated.getTime() > since,
  );
  await indexSome(fresh, FRESH_MESSAGES);
}

async function indexSome(pending: readonly PendingConversation[], limit: number) {
  if (pending.length === 0) return { messages: 0, conversations: 0 };
  const ids = pending.map(({ id }) => id);
  const unindexed = await findUnindexed(sql, ids, limit);
  const taken = firstBytes(unindexed);
  const words = await withWords(taken);
  if (words.length > 0) await putWords(sql, words);
  KILLABLE: killPoint('search: words written, not noted');
  // A limit or an unavailable object store may have ended it early: the next round finds the rest.
  const whole = unindexed.length < limit && words.length === unindexed.length;
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

/** Up to the first message whose text is unavailable at the moment. */
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

/** Indexes what was imported, because its owner wouldn't find it until the scheduled job runs. */
export const indexSoon: QueuedJob<object> = {
  name: 'index-soon',
  parse: () => ({}),
  // The job that runs every minute does what this one didn't.
  retries: 0,
  run: indexMessages,
};
