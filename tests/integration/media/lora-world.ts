import sharp from 'sharp';

import * as media from './media';
import { loraImageKey } from '~/features/media/loras/lora-files.server';
import { insertLoraImage } from '~/features/media/loras/images/lora-image-data.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export function png(shade: number, width = 600, height = 600): Promise<Buffer> {
  const background = { r: shade % 256, g: 120, b: 80 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A LoRA with a trigger word and images, which are stored without being checked. */
export async function draft(
  userId: UserScope,
  { images = 4, steps = 1_000 } = {},
): Promise<string> {
  const { id } = await media.createLora(userId, { clientKey: newId(), name: 'Our bread' });
  await media.changeLora(userId, id, { triggerWord: 'RYE', steps });
  const bytes = await png(1);
  const store = await objects();
  for (let number = 0; number < images; number += 1) {
    const image = {
      id: newId(),
      userId,
      loraId: id,
      name: `${number}.png`,
      type: 'image/png',
      width: 600,
      height: 600,
      bytes: bytes.length,
      storedBytes: bytes.length,
      sha256: `${number}`,
    };
    await store.put(loraImageKey(image, 'file'), bytes, { type: 'image/png' });
    await insertLoraImage(prisma, image);
  }
  return id;
}

export async function train(userId: UserScope, loraId: string) {
  const { job } = await media.trainLora(userId, loraId, {
    clientKey: newId(),
    rightsConfirmed: true,
  });
  return job;
}

export async function loraKeys(userId: UserScope): Promise<string[]> {
  const { objects: listed } = await (await objects()).list(`loras/${userId}/`);
  return listed.map(({ key }) => key);
}
