import { readFile, writeFile } from 'node:fs/promises';

import { readWord, WordRefused } from './word-text.ts';

// Reads one file in a process of its own, because it opens untrusted files and may be killed at any moment. It is
// started by app/lib/files/read-file.server.ts with `kind input output` and no environment, and answers with one line of JSON.

const MAX_PAGES = 200;
const MAX_CHARACTERS = 200_000;
const MAX_PIXELS = 50_000_000;
/** Models don't use longer edges. */
const MAX_EDGE = 2_048;

type Answer =
  { text: string; pages?: number } | { image: string; bytes: number } | { refusal: string };

const [kind, input = '', output = ''] = process.argv.slice(2);

async function read(): Promise<Answer> {
  const bytes = await readFile(input);
  const result = await readKind(bytes);
  if (!('text' in result)) return result;
  const { text, pages } = result;
  if ([...text].length > MAX_CHARACTERS) return { refusal: 'characters' };
  if (text.trim() === '') return { refusal: 'no-text' };
  await writeFile(output, text);
  return { text: '', pages };
}

async function readKind(bytes: Buffer): Promise<Answer> {
  if (kind === 'pdf') return readPdf(bytes);
  // Room for Markdown marks; a character has at most two UTF-16 units.
  if (kind === 'docx') return { text: await readWord(bytes, MAX_CHARACTERS * 3) };
  return shrinkImage(bytes);
}

async function readPdf(bytes: Buffer): Promise<Answer> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  if (pdf.numPages > MAX_PAGES) return { refusal: 'pages' };
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
      .trim();
    page.cleanup();
    length += text.length;
    // A character has at most two UTF-16 units.
    if (length > MAX_CHARACTERS * 2) return { refusal: 'characters' };
    if (text !== '') pages.push(pdf.numPages > 1 ? `[Page ${number}]\n${text}` : text);
  }
  return { text: pages.join('\n\n'), pages: pdf.numPages };
}

async function shrinkImage(bytes: Buffer): Promise<Answer> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
  const { width, height, hasAlpha } = await image.metadata();
  if (width * height > MAX_PIXELS) return { refusal: 'pixels' };
  // Rotated as it was taken; other metadata (place, time, author) is removed.
  const small = image
    .rotate()
    .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true });
  const { size } = await (hasAlpha ? small.png() : small.jpeg({ quality: 85 })).toFile(output);
  return { image: hasAlpha ? 'image/png' : 'image/jpeg', bytes: size };
}

function refusalOf(error: unknown): string {
  if (error instanceof WordRefused) return error.refusal;
  return (error as Error).name === 'PasswordException' ? 'locked' : 'damaged';
}

const answer = await read().catch((error: unknown): Answer => ({ refusal: refusalOf(error) }));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
