import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Reads one image in a process of its own, because it opens untrusted files and may be killed at any moment. It is started
// by lib/files/image-upload with `input directory` and no environment, writes the image without its metadata and its
// smaller versions, and answers with one line of JSON, in which a tiny version is a placeholder. A third argument `square` writes only a square from the middle,
// SQUARE pixels wide, and `logo` only the whole image, LOGO pixels at its longer edge and lossless, since logos have sharp edges
// and are written anew with each import; `kept` keeps an image without metadata unchanged, byte for byte.

const MAX_PIXELS = 50_000_000;
const EDGES = [320, 640, 1_280];
const SQUARE = 256;
const LOGO = 512;
/** The longer edge of the placeholder, which is shown blurred until the image is loaded. */
const TINY = 12;

type Answer =
  | {
      type: string;
      width: number;
      height: number;
      sizes: Record<string, number>;
      placeholder?: string;
    }
  | { refusal: 'kind' | 'pixels' | 'damaged' };

const [input = '', directory = '', only = ''] = process.argv.slice(2);

/** The format by the first bytes. Other files, such as SVG, are not opened at all. */
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

  // Rotated as it was taken. Rewriting it removes everything but its pixels.
  const upright = open().rotate();
  const file = join(directory, 'file');
  if (only === 'square') {
    const square = upright.resize(SQUARE, SQUARE, { fit: 'cover' }).webp({ quality: 85 });
    const { size } = await square.toFile(file);
    return { type: 'image/webp', width: SQUARE, height: SQUARE, sizes: { file: size } };
  }
  if (only === 'logo') {
    const small = upright.resize(LOGO, LOGO, { fit: 'inside', withoutEnlargement: true });
    const { width, height, size } = await small.webp({ lossless: true }).toFile(file);
    return { type: 'image/webp', width, height, sizes: { file: size } };
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
    // Rewriting it has still verified every pixel.
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
  const tiny = sharp(join(directory, String(EDGES[0]))).resize(TINY, TINY, { fit: 'inside' });
  const placeholder = (await tiny.webp({ quality: 30 }).toBuffer()).toString('base64');
  return { type, width, height, sizes, placeholder };
}

const answer = await read().catch((): Answer => ({ refusal: 'damaged' }));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
