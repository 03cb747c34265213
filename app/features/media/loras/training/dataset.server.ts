import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { objects } from '~/gateways/objects/index.server';
import { writeZip, type NewZipEntry } from '~/lib/zip/write-zip.server';

import { loraImageKey } from '../lora-files.server';
import type { UserScope } from '~/lib/scope';
import type { LoraImageRow } from '../images/lora-image-data.server';

/** The provider's limit for a file. */
const MAX_BYTES = 95 * 1024 * 1024;
/** Trainers use about a megapixel; smaller edges are tried when the archive is too large. */
const EDGES = [1_536, 1_024, 768];

class TooLarge extends Error {}

/**
 * Writes images and their captions into an archive, as `001.jpg` and `001.txt`, one image at a time. `file` is in a
 * temporary directory that the caller removes.
 */
export async function writeDataset(
  userId: UserScope,
  images: readonly LoraImageRow[],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  for (const edge of EDGES) {
    try {
      const directory = await mkdtemp(join(dirname(file), 'zip-'));
      const zip = writeZip(entries(userId, images, edge, signal), { directory, signal });
      await pipeline(zip, bounded, createWriteStream(file, { mode: 0o600 }), { signal });
      return;
    } catch (error) {
      if (!(error instanceof TooLarge) || edge === EDGES.at(-1)) throw error;
    }
  }
}

async function* bounded(chunks: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new TooLarge();
    yield chunk;
  }
}

async function* entries(
  userId: UserScope,
  images: readonly LoraImageRow[],
  edge: number,
  signal: AbortSignal,
): AsyncGenerator<NewZipEntry> {
  const { default: sharp } = await import('sharp');
  const store = await objects();
  for (const [index, image] of images.entries()) {
    signal.throwIfAborted();
    const name = String(index + 1).padStart(3, '0');
    const { body } = await store.get(loraImageKey({ ...image, userId }, 'file'), { signal });
    // It was re-encoded when it was uploaded, so opening it in this process is safe.
    const source = await sharp(await buffer(body), { sequentialRead: true })
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 92 })
      .toBuffer();
    yield { path: `${name}.jpg`, content: [source], compress: false };
    if (image.caption !== '') {
      yield { path: `${name}.txt`, content: [image.caption], compress: false };
    }
  }
}
