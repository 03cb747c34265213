import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

import { IMAGE_FILES, storeImage } from '~/features/media/gallery/image-files.server';
import { storeLoraImage } from '~/features/media/loras/lora-files.server';
import { createLora } from '~/features/media/loras/lora-actions.server';
import { storePoster, storeVideo } from '~/features/media/videos/video-files.server';
import { drawingOf } from '~/gateways/images/demo-drawing';
import { prisma } from '~/lib/db/index.server';
import type { ReadImage } from '~/lib/files/image-upload.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { SeedBrands } from './brands.ts';
import { daysAgo } from './past.ts';

interface SeedImage {
  days: number;
  prompt: string;
  size: '1024x1024' | '1536x1024' | '1024x1536';
  favorite?: boolean;
  style?: 'flat' | 'line-art';
}

const IMAGES: readonly SeedImage[] = [
  {
    days: 0,
    prompt: 'A loaf of sourdough on a board, fresh from the oven',
    size: '1024x1024',
    favorite: true,
  },
  { days: 1, prompt: 'Our storefront on a sunny morning', size: '1536x1024' },
  { days: 2, prompt: 'Croissants on a plate by the window', size: '1024x1024' },
  { days: 4, prompt: 'A red bicycle after its spring tune-up', size: '1536x1024', favorite: true },
  { days: 6, prompt: 'Baguettes in a paper bag', size: '1024x1536' },
  { days: 9, prompt: 'Tools on the workbench, tidy and ready', size: '1024x1024' },
  { days: 12, prompt: 'A cup of coffee at the counter', size: '1024x1536', style: 'line-art' },
  { days: 16, prompt: 'Our stall at the Saturday market', size: '1536x1024' },
  { days: 21, prompt: 'A toaster that got a second life', size: '1024x1024' },
  { days: 27, prompt: 'A washing machine, humming again', size: '1024x1024' },
];

function publicFile(name: string): string {
  return fileURLToPath(new URL(`../../public/pictures/${name}`, import.meta.url));
}

const VIDEO = {
  file: publicFile('sample-bicycle.mp4'),
  poster: publicFile('sample-bicycle.webp'),
  prompt: 'A red bicycle rolling past blue hills, camera alongside',
};

const LORA = {
  name: 'Our rye loaf',
  triggerWord: 'ryeloaf',
  captions: [
    'ryeloaf on a wooden board, warm background, seen from the front',
    'ryeloaf with steam, in front of a green wall, soft daylight',
    'ryeloaf on a dark table, evening light, a window behind it',
    'ryeloaf on a board, pale wall, seen at eye level',
    'ryeloaf in front of bright rays, morning light',
    'ryeloaf on a blue table, high contrast, even light',
  ],
};

/** The gallery, a video, and a LoRA that is ready to be trained. */
export async function seedMedia(userId: UserScope, { bakery }: SeedBrands): Promise<void> {
  if ((await prisma.mediaItem.count({ where: { userId } })) === 0) {
    for (const [seed, image] of IMAGES.entries()) await seedImage(userId, bakery, image, seed);
    await seedVideo(userId);
  }
  if ((await prisma.lora.count({ where: { userId } })) === 0) await seedLora(userId);
}

async function seedImage(
  userId: UserScope,
  profileId: string,
  { days, prompt, size, favorite = false, style }: SeedImage,
  seed: number,
): Promise<void> {
  const [width, height] = size.split('x').map(Number) as [number, number];
  const createdAt = daysAgo(days, 14);
  const request = {
    ...{ prompt, model: 'demo', size, count: 1, seed, profileId, brandText: '' },
    ...(style && { style }),
  };
  const jobId = await seedJob(userId, 'image', request, createdAt);
  const words = style === 'line-art' ? `${prompt}\n\nStyle: Line art` : prompt;
  const svg = Buffer.from(drawingOf({ prompt: words, seed, width, height }));
  const id = newId();
  await inTemporary(async (directory) => {
    const files = await filesOf(await png(svg), directory);
    const { type, bytes, storedBytes, placeholder } = files;
    await storeImage(userId, id, { directory, width, height, ...files });
    await prisma.mediaItem.create({
      data: {
        ...{ id, userId, jobId, kind: 'image', origin: 'made', type, width, height },
        ...{ bytes, storedBytes, prompt, model: 'demo', seed, createdAt, favourite: favorite },
        metadata: { provider: 'demo', placeholder },
      },
      select: { id: true },
    });
  });
}

async function seedVideo(userId: UserScope): Promise<void> {
  const { prompt } = VIDEO;
  const createdAt = daysAgo(5, 16);
  const request = { prompt, model: 'demo', aspect: '16:9', seconds: 5 };
  const jobId = await seedJob(userId, 'video', request, createdAt);
  const id = newId();
  await inTemporary(async (directory) => {
    const { storedBytes, ...poster } = await filesOf(await readFile(VIDEO.poster), directory);
    const { size: bytes } = await stat(VIDEO.file);
    const [width, height, durationMs, type] = [1280, 720, 5_000, 'video/mp4'] as const;
    const video = { path: VIDEO.file, type, width, height, durationMs, bytes };
    await storeVideo(userId, id, video, AbortSignal.timeout(20_000));
    await storePoster(userId, id, { directory, width, height, ...poster, storedBytes });
    await prisma.mediaItem.create({
      data: {
        ...{ id, userId, jobId, kind: 'video', origin: 'made', type, width, height, durationMs },
        ...{ bytes, storedBytes: bytes + storedBytes, prompt, model: 'demo', createdAt },
        metadata: { provider: 'demo', poster: true, placeholder: poster.placeholder },
      },
      select: { id: true },
    });
  });
}

async function seedJob(
  userId: UserScope,
  kind: 'image' | 'video',
  request: object,
  createdAt: Date,
): Promise<string> {
  const id = newId();
  await prisma.mediaJob.create({
    data: {
      ...{ id, userId, kind, request, createdAt, startedAt: createdAt, finishedAt: createdAt },
      ...{ clientKey: randomUUID(), state: 'succeeded', tokens: 0, usedTokens: 0, progress: 100 },
      seenAt: createdAt,
    },
    select: { id: true },
  });
  return id;
}

async function seedLora(userId: UserScope): Promise<void> {
  const { name, triggerWord, captions } = LORA;
  const { id: loraId } = await createLora(userId, { clientKey: randomUUID(), name });
  await prisma.lora.update({ where: { id: loraId }, data: { triggerWord } });
  for (const [seed, caption] of captions.entries()) {
    await inTemporary(async (directory) => {
      const svg = drawingOf({ prompt: 'A loaf of rye', seed, width: 1024, height: 1024 });
      const bytesOfImage = await png(Buffer.from(svg));
      const { type, bytes, storedBytes, placeholder } = await filesOf(bytesOfImage, directory);
      const [width, height, id] = [1024, 1024, newId()];
      const source: ReadImage = {
        ...{ directory, type, width, height, bytes, storedBytes, placeholder },
      };
      await storeLoraImage({ userId, loraId, id }, source);
      await prisma.loraImage.create({
        data: {
          ...{ id, userId, loraId, name: `rye-${seed + 1}.png`, type, width, height, bytes },
          ...{ storedBytes, caption },
          sha256: createHash('sha256').update(bytesOfImage).digest('hex'),
        },
        select: { id: true },
      });
    });
  }
}

const png = (svg: Buffer) => sharp(svg).png({ compressionLevel: 6 }).toBuffer();

/** Writes an image and its smaller versions as the reader of uploads does. */
async function filesOf(image: Buffer, directory: string) {
  let storedBytes = 0;
  for (const file of IMAGE_FILES) {
    const edge = Number(file);
    const bytes =
      file === 'file'
        ? image
        : await sharp(image)
            .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 80 })
            .toBuffer();
    await writeFile(join(directory, file), bytes);
    storedBytes += bytes.length;
  }
  const tiny = await sharp(image)
    .resize(12, 12, { fit: 'inside' })
    .webp({ quality: 30 })
    .toBuffer();
  const placeholder = tiny.toString('base64');
  return { type: 'image/png' as const, bytes: image.length, storedBytes, placeholder };
}
