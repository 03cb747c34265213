import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Reads one image, in a process of its own that may be killed at any moment: it opens what strangers and providers
// made. It is started by features/media with `input directory` and no environment, writes the image without what
// its file says of where and by whom it was taken, and its smaller versions, and answers with one line of JSON. With the
// word `square` as well it writes only a square out of its middle, SQUARE pixels wide; with `kept` it leaves one that has
// nothing beside its pixels as it is, to the byte.

const MAX_PIXELS = 50_000_000;
const EDGES = [320, 640, 1_280];
const SQUARE = 256;

type Answer =
  | { type: string; width: number; height: number; sizes: Record<string, number> }
  | { refusal: 'kind' | 'pixels' | 'damaged' };

const [input = '', directory = '', only = ''] = process.argv.slice(2);

/** By its first bytes: nothing else is opened at all, an SVG least. */
function formatOf(bytes: Buffer): 'png' | 'jpeg' | 'webp' | 'gif' | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  return null;
}

async function read(): Promise<Answer> {
  const bytes = await readFile(input);
  const format = formatOf(bytes);
  if (!format) return { refusal: 'kind' };
  const { default: sharp } = await import('sharp');
  const open = () =>
    sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const found = await open().metadata();
  if (found.format !== format) return { refusal: 'kind' };
  if (found.width * found.height > MAX_PIXELS) return { refusal: 'pixels' };

  // Turned as it was taken. Written anew it has its pixels and nothing else.
  const upright = open().rotate();
  const file = join(directory, 'file');
  if (only === 'square') {
    const square = upright.resize(SQUARE, SQUARE, { fit: 'cover' }).webp({ quality: 85 });
    const { size } = await square.toFile(file);
    return { type: 'image/webp', width: SQUARE, height: SQUARE, sizes: { file: size } };
  }
  const sizes: Record<string, number> = {};
  const isBare =
    format !== 'gif' &&
    (found.orientation ?? 1) === 1 &&
    [found.exif, found.icc, found.iptc, found.xmp, found.tifftagPhotoshop, found.comments].every(
      (extra) => extra === undefined,
    );
  const written =
    format === 'jpeg'
      ? upright.jpeg({ quality: 92 })
      : format === 'webp'
        ? upright.webp({ quality: 92 })
        : upright.png();
  const { width, height, size } = await written.toFile(file);
  sizes.file = size;
  if (only === 'kept' && isBare) {
    // It was written all the same: that has read each of its pixels.
    await writeFile(file, bytes);
    sizes.file = bytes.length;
  }
  for (const edge of EDGES) {
    const small = sharp(file, { sequentialRead: true }).resize(edge, edge, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    sizes[edge] = (await small.webp({ quality: 82 }).toFile(join(directory, String(edge)))).size;
  }
  const type = format === 'gif' ? 'image/png' : `image/${format}`;
  return { type, width, height, sizes };
}

const answer = await read().catch((): Answer => ({ refusal: 'damaged' }));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
