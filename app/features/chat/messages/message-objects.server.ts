import { buffer } from 'node:stream/consumers';

import { z } from 'zod';

import {
  assertSealed,
  ObjectDamaged,
  ObjectMissing,
  objects,
  sealedKey,
  sealOf,
} from '~/gateways/objects/index.server';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { type MessageFile, withoutRest, type OverflowField } from './overflow';

/** The prefix of messages' objects; their keys continue with the user, the message, and the field. */
export const MESSAGE_OBJECTS = 'messages/';

/** A store that hangs must not block a request forever. */
const TIMEOUT_MS = 20_000;
const TYPE = 'text/plain; charset=utf-8';

/** Where a text of a message belongs. */
export interface TextPlace {
  userId: UserScope;
  messageId: string;
  field: OverflowField;
}

/** A new key: an object that a row names never changes. */
function newKey({ userId, messageId, field }: TextPlace): string {
  return `${MESSAGE_OBJECTS}${userId}/${messageId}/${field}-${newId()}`;
}

/** The id of the message in a key. */
export function messageOfKey(key: string): string | undefined {
  return key.split('/')[2];
}

/** Stores a text and returns the key for its row. @throws ObjectStoreError */
export async function putText(place: TextPlace, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const key = sealedKey(newKey(place), bytes);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await (await objects()).put(key, bytes, { type: TYPE, signal });
  return key;
}

/** @throws ObjectStoreError; ObjectDamaged if the text differs from the stored one */
export async function getText(key: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const { body } = await (await objects()).get(key, { signal: AbortSignal.timeout(timeoutMs) });
  const bytes = await buffer(body);
  assertSealed(key, bytes);
  return bytes.toString('utf8');
}

const messageFiles = z.array(
  z.object({ name: z.string(), type: z.string(), size: z.number(), id: z.string().nullable() }),
) satisfies z.ZodType<MessageFile[]>;

/** A list of files that a row refers to. @throws ObjectStoreError; ObjectDamaged if it differs from the stored one; ZodError */
export async function getFiles(key: string): Promise<MessageFile[]> {
  return messageFiles.parse(JSON.parse(await getText(key)));
}

/** True when a retry is useless: the text is gone or damaged. */
export function isTextLost(error: unknown): boolean {
  return error instanceof ObjectMissing || error instanceof ObjectDamaged;
}

/** Duplicates a text for another message and returns the key for its row. @throws ObjectStoreError */
export async function duplicateText(from: string, place: TextPlace): Promise<string> {
  const store = await objects();
  const key = newKey(place) + sealOf(from);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body, length } = await store.get(from, { signal });
  await store.put(key, { stream: body, length }, { type: TYPE, signal });
  return key;
}

/** The whole text of a row that may have only its beginning; the beginning and a note if the rest can't be read. */
export function fullText(stored: string, key: string | null): Promise<string> {
  return textReader()(stored, key);
}

/** `wholeText` for many texts: waits only once for a store that doesn't respond. */
export function textReader({ timeoutMs = TIMEOUT_MS } = {}): typeof fullText {
  let isAway = false;
  return async (stored, key) => {
    if (key === null) return stored;
    if (isAway) return withoutRest(stored);
    const whole = await wholeTextIfThere(stored, key, timeoutMs);
    isAway = whole === null;
    return whole ?? withoutRest(stored);
  };
}

/** Like `wholeText`, but null while the store is unavailable: for work that needs the whole text. */
export async function wholeTextIfThere(
  stored: string,
  key: string | null,
  timeoutMs = TIMEOUT_MS,
): Promise<string | null> {
  if (key === null) return stored;
  try {
    return await getText(key, timeoutMs);
  } catch (err) {
    const lost = isTextLost(err);
    log.warn({ err, lost }, 'the rest of a message cannot be read');
    return lost ? withoutRest(stored) : null;
  }
}

/** Removes objects that nothing names anymore; the sweep finds those that it can't remove. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing objects failed, the sweep tries again');
  }
}
