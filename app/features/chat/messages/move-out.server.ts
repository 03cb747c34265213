import { runningOfConversations } from '~/engine/generation/index.server';
import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { DAY_MS } from '~/lib/time';

import { lockConversation } from '../conversations/conversation-data.server';
import { deleteObjects, MESSAGE_OBJECTS, messageOfKey, putText } from './message-objects.server';
import {
  findToMoveOut,
  moveFieldsOut,
  readFields,
  readObjectKeys,
} from './message-overflow.server';
import { type OverflowField, overflowOf } from './overflow';

const BATCH = 50;

const moving = singleton('messages-moving-out', () => new Set<Promise<unknown>>());

/**
 * Moves what is too large for a message's row into objects, in the background: the row keeps it until an object has
 * it, so a store that is away loses nothing. Call it after the commit.
 */
export function moveOutSoon(userId: UserScope, id: string): void {
  const work = withoutLogContext(() => moveOut(userId, id))
    .catch((err: unknown) =>
      log.warn({ err, id }, 'moving a long message out failed, a job does it'),
    )
    .finally(() => moving.delete(work));
  moving.add(work);
}

/** Resolves when nothing is being moved. */
export async function movedOut(): Promise<void> {
  while (moving.size > 0) await Promise.all(moving);
}

/** The job that moves out what a dead process or a lost store left in its row. */
export async function moveOutLeftovers(): Promise<void> {
  for (const { id, userId } of await findToMoveOut(sql, BATCH)) {
    try {
      await moveOut(userId, id);
    } catch (err) {
      if (!(err instanceof ObjectStoreError)) throw err;
      // The store is away: the next round tries again.
      log.warn({ err, id }, 'moving a long message out failed, trying again later');
      return;
    }
  }
}

/** @throws ObjectStoreError; then the row is as it was. */
async function moveOut(userId: UserScope, id: string): Promise<void> {
  const fields = await readFields(userId, id);
  if (!fields) return;
  const kept = overflowOf(fields);
  const names = (Object.keys(kept) as OverflowField[]).filter((name) => !fields.overflowed[name]);
  if (names.length === 0) return;

  const keys: Partial<Record<OverflowField, string>> = {};
  for (const name of names) {
    const whole = fields[name];
    const text = typeof whole === 'string' ? whole : JSON.stringify(whole);
    keys[name] = await putText({ userId, messageId: id, field: name }, text);
  }
  const moved = await prismaTransaction(async (tx, sql) => {
    if (!(await lockConversation(sql, userId, fields.conversationId))) return false;
    // An answer that goes on needs its text where the rest is put behind it; its end comes back to this.
    const running = await runningOfConversations(sql, userId, [fields.conversationId]);
    if (running.includes(id)) return false;
    return moveFieldsOut(tx, { userId, id, kept, keys, contentLength: fields.content.length });
  });
  if (!moved) await deleteObjects(Object.values(keys));
}

/** The job that removes objects of messages that no row names and that are older than a day. */
export async function purgeMessageObjects(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(MESSAGE_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const ids = [...new Set(old.map(messageOfKey))].filter(isId);
    const named = new Set(await readObjectKeys(ids));
    const orphans = old.filter((key) => !named.has(key));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed objects that no message names');
}
