import { buffer } from 'node:stream/consumers';

import { LeaseLost } from '~/engine/leases/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { attachMadeItem } from '../chat-images/message-image-data.server';
import { JobFailed, type JobWork } from '../jobs/kinds.server';
import { mediaTexts } from '../refusals';
import { objectKey, removeImageFiles } from './image-files.server';
import { findItem, insertItem, type NewItem } from './item-data.server';
import { itemEvent, itemView } from './item-view';

/** The image that a job starts from. @throws JobFailed with `gone` when it was deleted */
export async function readStartImage(
  userId: UserScope,
  id: string | undefined,
  gone: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  if (id === undefined) return undefined;
  const item = await findItem(userId, id);
  if (!item) throw new JobFailed(gone);
  try {
    const { body } = await (await objects()).get(objectKey(userId, id, 'file'));
    return { bytes: await buffer(body), type: item.type };
  } catch (cause) {
    log.warn({ err: cause, id }, 'an image to start from cannot be read');
    throw new JobFailed(mediaTexts.fileAway, { cause });
  }
}

export interface Delivery {
  callId: string;
  /** Bytes that it takes at least. */
  bytes: number;
  /** Copies its files to our store. @throws ObjectStoreError */
  store(id: string): Promise<void>;
  /** What people read when the store is away. */
  storeAway: string;
  /** Its row, and the job's progress with it, once the files are stored. */
  describe(id: string): Promise<{ item: DeliveredItem; progress: number }>;
}

type DeliveredItem = Omit<NewItem, 'id' | 'userId' | 'origin' | 'jobId' | 'callId'>;

/**
 * Copies a job's result to our store, then names it in a row. @throws JobFailed when there is no room for it or the store
 * is away, LeaseLost
 */
export async function deliverItem(work: JobWork, delivery: Delivery): Promise<void> {
  const { id: jobId, userId } = work.job;
  const { callId, bytes, store, storeAway, describe } = delivery;
  if (!(await hasRoom(sql, userId, bytes))) throw new JobFailed(mediaTexts.storageFull);
  const id = newId();
  try {
    await store(id);
  } catch (cause) {
    if (work.signal.aborted) throw new LeaseLost();
    if (!(cause instanceof ObjectStoreError)) throw cause;
    throw new JobFailed(storeAway, { cause });
  }
  try {
    const { item, progress } = await describe(id);
    await work.deliver(callId, progress, async ({ tx, sql }) => {
      await lockStorage(sql, userId);
      // Others may have arrived at the same time.
      if (!(await hasRoom(sql, userId, item.storedBytes))) {
        throw new JobFailed(mediaTexts.storageFull);
      }
      const row = await insertItem(tx, { ...item, id, userId, origin: 'made', jobId, callId });
      await attachMadeItem(tx, userId, { jobId, itemId: id });
      return [itemEvent(itemView(row))];
    });
  } catch (error) {
    await removeImageFiles([{ userId, id }]);
    throw error;
  }
}
