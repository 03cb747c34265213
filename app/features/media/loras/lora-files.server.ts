import { type ReadImage } from '~/lib/files/image-upload.server';
import type { UserScope } from '~/lib/scope';
import { join } from 'node:path';

import { deleteObjects, storeFiles } from '../gallery/image-files.server';

/** The prefix of the keys of LoRAs' objects; after it come the user, the LoRA, and the image or the weights. */
export const LORA_OBJECTS = 'loras/';

/** The image itself, and its small version. */
export const LORA_IMAGE_FILES = ['file', '320'] as const;
export type LoraImageFile = (typeof LORA_IMAGE_FILES)[number];

interface ImageOf {
  userId: UserScope;
  loraId: string;
  id: string;
}

export function loraPrefix(userId: UserScope, loraId: string): string {
  return `${LORA_OBJECTS}${userId}/${loraId}/`;
}

export function loraImageKey({ userId, loraId, id }: ImageOf, file: LoraImageFile): string {
  return `${loraPrefix(userId, loraId)}${id}/${file}`;
}

export function weightsKey(userId: UserScope, loraId: string): string {
  return `${loraPrefix(userId, loraId)}weights/file`;
}

export function storeLoraImage(image: ImageOf, source: ReadImage): Promise<void> {
  return storeFiles(
    LORA_IMAGE_FILES.map((file) => ({
      key: loraImageKey(image, file),
      path: join(source.directory, file),
      type: file === 'file' ? source.type : 'image/webp',
    })),
  );
}

export function removeLoraImageFiles(image: ImageOf): Promise<void> {
  return deleteObjects(LORA_IMAGE_FILES.map((file) => loraImageKey(image, file)));
}
