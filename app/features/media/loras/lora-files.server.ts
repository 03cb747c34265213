import { type ReadImage } from '~/lib/images/read-image.server';
import { join } from 'node:path';

import { dropObjects, storeFiles } from '../gallery/picture-files.server';

/** Where the objects of LoRAs begin; their keys name the user, the LoRA, and the picture or the weights. */
export const LORA_OBJECTS = 'loras/';

/** The picture itself, and its small version. */
export const LORA_IMAGE_FILES = ['file', '320'] as const;
export type LoraImageFile = (typeof LORA_IMAGE_FILES)[number];

interface ImageOf {
  userId: string;
  loraId: string;
  id: string;
}

export function loraPrefix(userId: string, loraId: string): string {
  return `${LORA_OBJECTS}${userId}/${loraId}/`;
}

export function loraImageKey({ userId, loraId, id }: ImageOf, file: LoraImageFile): string {
  return `${loraPrefix(userId, loraId)}${id}/${file}`;
}

export function weightsKey(userId: string, loraId: string): string {
  return `${loraPrefix(userId, loraId)}weights/file`;
}

export function storeLoraImage(image: ImageOf, picture: ReadImage): Promise<void> {
  return storeFiles(
    LORA_IMAGE_FILES.map((file) => ({
      key: loraImageKey(image, file),
      path: join(picture.directory, file),
      type: file === 'file' ? picture.type : 'image/webp',
    })),
  );
}

export function dropLoraImage(image: ImageOf): Promise<void> {
  return dropObjects(LORA_IMAGE_FILES.map((file) => loraImageKey(image, file)));
}
