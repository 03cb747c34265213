import { buffer } from 'node:stream/consumers';

import { publish } from '~/engine/events/index.server';
import type { MessageImage, MessageImages } from '~/features/chat/index.server';
import { isDemo } from '~/gateways/ai/index.server';
import { isImageDemo } from '~/gateways/images/index.server';
import { objects } from '~/gateways/objects/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { firstCharacters } from '~/lib/text/one-line';
import { appUrl } from '~/settings/env.server';

import { objectKey } from '../gallery/image-files.server';
import { imageModels } from '../images/image-models.server';
import { findItem } from '../gallery/item-data.server';
import { itemPaths } from '../gallery/restore-item.server';
import type { OpenTransaction } from '../jobs/kinds.server';
import type { JobRow } from '../jobs/job-data.server';
import { type ImageRequest, itemPath } from '../media';
import { mediaTexts } from '../refusals';
import {
  attachItem,
  copyImages,
  insertPastImages,
  listMessageImages,
  type MessageImageRow,
  moveToJob,
} from './message-image-data.server';

/** Of a prompt, which only describes the image here; live events must fit into one notification of PostgreSQL. */
const SHOWN_PROMPT = 300;
/** A version of this size fits into a page that people keep. */
const KEPT_SIZE = '640';

/** A message's image as chats know it. */
function imageView({ id, jobId, item, job }: MessageImageRow): MessageImage {
  const made = item?.deletedAt === null ? item : null;
  const request = job?.request as ImageRequest | undefined;
  const [width = 1, height = 1] = (request?.size ?? '1x1').split('x').map(Number);
  return {
    id,
    itemId: made?.id ?? null,
    jobId,
    type: made?.type ?? '',
    width: made?.width ?? width,
    height: made?.height ?? height,
    prompt: firstCharacters(made?.prompt ?? request?.prompt ?? '', SHOWN_PROMPT),
  };
}

/** What chats need of images. */
export const chatImages: MessageImages = {
  async of(userId, messageIds, upTo) {
    const images = new Map<string, MessageImage[]>();
    if (messageIds.length === 0) return images;
    for (const row of await listMessageImages(userId, messageIds, upTo)) {
      images.set(row.messageId, [...(images.get(row.messageId) ?? []), imageView(row)]);
    }
    return images;
  },

  // Where only images would be a demo, no one would expect them to be.
  areOffered: (offer) =>
    imageModels().some(({ supports }) => offer === 'make' || supports.reference) &&
    (isDemo() || !isImageDemo()),

  async find(userId, itemId) {
    const item = await findItem(userId, itemId);
    if (item?.kind !== 'image') throw new AppError('not-found', mediaTexts.referenceGone);
    const { type, width, height } = item;
    return { itemId, type, width, height, prompt: firstCharacters(item.prompt, SHOWN_PROMPT) };
  },

  async attach(tx, userId, messageId, { itemId, ...item }) {
    const id = newId();
    if (!(await attachItem(tx, userId, { id, messageId, itemId }))) {
      throw new AppError('not-found', mediaTexts.referenceGone);
    }
    const view = { ...item, id, itemId, jobId: null };
    await publish(tx, userId, { topic: 'message-image', data: { messageId, image: view } });
  },

  inherit: copyImages,

  async read(userId, itemId) {
    try {
      const { body } = await (await objects()).get(objectKey(userId, itemId, KEPT_SIZE));
      return { type: 'image/webp', bytes: await buffer(body) };
    } catch (err) {
      log.warn({ err, id: itemId }, 'an image of a message can’t be read');
      return null;
    }
  },

  archivePath: (image) => itemPaths({ ...image, kind: 'image', metadata: {} }).file,

  pageOf: (id) => appUrl() + itemPath({ id, kind: 'image' }),

  restore: (tx, userId, images) =>
    insertPastImages(
      tx,
      userId,
      images.map(({ messageId, position, itemIds }) => ({
        ...{ id: newId(), messageId, position },
        itemIds: itemIds.join(' '),
      })),
    ),
};

/** Tells the tabs of an image that a message has got, or that another job makes now. */
export function publishImage(sql: Sql, userId: UserScope, row: MessageImageRow): Promise<unknown> {
  const data = { messageId: row.messageId, image: imageView(row) };
  return publish(sql, userId, { topic: 'message-image', data });
}

/** What a job makes for messages comes from the job that repeats it. */
export async function followRepetition(
  { tx, sql }: OpenTransaction,
  job: JobRow,
  repeated: string,
): Promise<void> {
  const rows = await moveToJob(tx, job.userId, { from: repeated, to: job.id });
  for (const row of rows) await publishImage(sql, job.userId, row);
}
