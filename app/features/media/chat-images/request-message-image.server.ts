import { conversationProfile, MAX_MESSAGE_IMAGES } from '~/features/chat/index.server';
import { AppError } from '~/lib/errors';
import { firstCharacters } from '~/lib/text/one-line';
import type { UserScope } from '~/lib/scope';

import { imageModels } from '../images/image-models.server';
import { readBrand, requestImages } from '../images/request-images.server';
import { jobOfKey } from '../jobs/queue-job.server';
import { type ImageModel, type ImageSize, type JobView, MAX_PROMPT } from '../media';
import { insertMessageImage } from './message-image-data.server';
import { publishImage } from './message-images.server';
import { chatImageTexts } from './texts';

export const SHAPES = ['square', 'landscape', 'portrait'] as const;
export type Shape = (typeof SHAPES)[number];

const SIZE_OF: Record<Shape, ImageSize> = {
  square: '1024x1024',
  landscape: '1536x1024',
  portrait: '1024x1536',
};

/** The shape of an image that is there. */
export function shapeOf({ width, height }: { width: number; height: number }): Shape {
  return width === height ? 'square' : width > height ? 'landscape' : 'portrait';
}

export interface WantedImage {
  messageId: string;
  conversationId: string | null;
  /** A call's or an answer's id: the same again returns the same job. */
  key: string;
  prompt: string;
  /** The text that the image is for. */
  subjectText?: string;
  shape: Shape;
  /** The image that is changed; unset for a new one. */
  referenceId?: string;
}

/** The model that makes or changes a chat's images: the operator's first one that can. Undefined if none can. */
export function chatImageModel(isChange: boolean): ImageModel | undefined {
  return imageModels().find(({ supports }) => !isChange || supports.reference);
}

/**
 * Queues an image for a message, in its conversation's brand; it's an ordinary job, and the image goes to the gallery too.
 * @throws AppError `invalid`, `not-found`, `conflict`, `out-of-tokens`
 */
export async function requestMessageImage(
  userId: UserScope,
  { messageId, conversationId, key, prompt, subjectText, shape, referenceId }: WantedImage,
): Promise<JobView> {
  const known = await jobOfKey(userId, key);
  if (known) return known;
  const model = chatImageModel(referenceId !== undefined);
  if (!model) throw new AppError('invalid', chatImageTexts.noEditing);
  const size = SIZE_OF[shape];
  const profileId =
    conversationId === null ? null : await conversationProfile(userId, conversationId);
  const request = {
    prompt: firstCharacters(prompt, MAX_PROMPT),
    model: model.id,
    size: model.sizes.includes(size) ? size : model.sizes[0]!,
    count: 1,
    profileId,
    brandText: profileId === null ? '' : await readBrand(userId, profileId),
    ...(referenceId !== undefined && { referenceId }),
    ...(subjectText !== undefined && { subjectText }),
  };
  const { job } = await requestImages(userId, key, request, async (db, { id: jobId }) => {
    const image = { id: key, userId, messageId, jobId };
    const row = await insertMessageImage(db, image, MAX_MESSAGE_IMAGES);
    if (!row) throw new AppError('conflict', chatImageTexts.tooMany(MAX_MESSAGE_IMAGES));
    await publishImage(db.sql, userId, row);
  });
  return job;
}
