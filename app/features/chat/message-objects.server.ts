import { text as readAll } from 'node:stream/consumers';

import { ObjectMissing, objects } from '~/gateways/objects/index.server';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { withoutRest, type OverflowField } from './overflow';

/** Where the objects of messages begin; their keys name the user, the message and the field. */
export const MESSAGE_OBJECTS = 'messages/';

/** A store that hangs must not hold a request for ever. */
const TIMEOUT_MS = 20_000;
const TYPE = 'text/plain; charset=utf-8';

/** A key that no object has yet: what a row names never changes. */
export function newMessageKey(userId: string, messageId: string, field: OverflowField): string {
  return `${MESSAGE_OBJECTS}${userId}/${messageId}/${field}-${newId()}`;
}

/** The message that a key is of. */
export function messageOfKey(key: string): string | undefined {
  return key.split('/')[2];
}

/** @throws ObjectStoreError */
export async function putText(key: string, text: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await (await objects()).put(key, Buffer.from(text), { type: TYPE, signal });
}

/** @throws ObjectStoreError */
export async function getText(key: string): Promise<string> {
  const { body } = await (await objects()).get(key, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return readAll(body);
}

/** @throws ObjectStoreError */
export async function copyText(from: string, to: string): Promise<void> {
  const store = await objects();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body, length } = await store.get(from, { signal });
  await store.put(to, { stream: body, length }, { type: TYPE, signal });
}

/** The whole of what a row may have only the beginning of; that and a note where the rest cannot be had. */
export async function wholeText(kept: string, key: string | null): Promise<string> {
  if (key === null) return kept;
  try {
    return await getText(key);
  } catch (err) {
    log.warn({ err, lost: err instanceof ObjectMissing }, 'the rest of a message cannot be read');
    return withoutRest(kept);
  }
}

/** Objects that nothing names any more; those that stay are found by the sweep. */
export async function dropObjects(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing objects failed, the sweep tries again');
  }
}
