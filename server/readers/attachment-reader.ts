import { readFile, writeFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

// Reads one attached file, in a process of its own that may be killed at any moment: it opens what strangers made. It
// is started by features/attachments with `kind input output` and no environment, and answers with one line of JSON.

const MAX_PAGES = 200;
const MAX_CHARACTERS = 200_000;
/** A Word file of 20 MB never needs more for its texts. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
/** Longer edges are of no use to a model. */
const MAX_EDGE = 2_048;

type Answer =
  { text: string; pages?: number } | { picture: string; bytes: number } | { refusal: string };

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
  if (kind === 'docx') return readDocx(bytes);
  return shrinkPicture(bytes);
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
    // Two units are one character at the least.
    if (length > MAX_CHARACTERS * 2) return { refusal: 'characters' };
    if (text !== '') pages.push(pdf.numPages > 1 ? `[Page ${number}]\n${text}` : text);
  }
  return { text: pages.join('\n\n'), pages: pdf.numPages };
}

async function shrinkPicture(bytes: Buffer): Promise<Answer> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
  const { width, height, hasAlpha } = await picture.metadata();
  if (width * height > MAX_PIXELS) return { refusal: 'pixels' };
  // Turned as it was taken; what else the file says of itself (where, when, by whom) is left out.
  const small = picture
    .rotate()
    .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true });
  const { size } = await (hasAlpha ? small.png() : small.jpeg({ quality: 85 })).toFile(output);
  return { picture: hasAlpha ? 'image/png' : 'image/jpeg', bytes: size };
}

class Refused extends Error {}

function readDocx(bytes: Buffer): Answer {
  const document = unzip(bytes, 'word/document.xml');
  if (!document) return { refusal: 'kind' };
  return { text: textOfWord(document.toString('utf8')) };
}

/** One entry of a zip, of which no more is unpacked than is allowed, whatever it says of its size. */
function unzip(bytes: Buffer, wanted: string): Buffer | null {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Refused('damaged');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let unpacked = 0;
  let found: { method: number; packed: number; size: number; offset: number } | null = null;
  for (let entry = 0; entry < count; entry += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Refused('damaged');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const offset = bytes.readUInt32LE(at + 42);
    unpacked += size;
    if (name === wanted) {
      if (flags & 1) throw new Refused('locked');
      found = { method, packed, size, offset };
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (!found) return null;
  if (found.size > MAX_UNPACKED || unpacked > MAX_UNPACKED * 4) throw new Refused('unpacked');
  const { offset, packed, method } = found;
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  if (method === 0) return content;
  if (method !== 8) throw new Refused('damaged');
  return inflateRawSync(content, { maxOutputLength: MAX_UNPACKED });
}

interface WordPart {
  /** Between two tags; null for a tag. */
  text: string | null;
  closing: boolean;
  name: string;
  attributes: string;
  /** A tag without content. */
  alone: boolean;
}

const TAG_NAME = /^w:([a-z]{1,20})(?![\w.:-])/i;

/** Its tags and texts, in one pass: whatever there is too much of, each character is looked at a few times. */
function* partsOfWord(xml: string): Generator<WordPart> {
  const none = { text: null, closing: false, name: '', attributes: '', alone: false };
  for (let at = 0; at < xml.length;) {
    const open = xml.indexOf('<', at);
    const until = open < 0 ? xml.length : open;
    if (until > at) yield { ...none, text: xml.slice(at, until) };
    if (open < 0) return;
    const end = xml.indexOf('>', open);
    // What is cut off within a tag says nothing more.
    if (end < 0) return;
    const closing = xml[open + 1] === '/';
    const inner = xml.slice(open + (closing ? 2 : 1), end);
    const name = TAG_NAME.exec(inner)?.[1] ?? '';
    const alone = inner.endsWith('/');
    const attributes = inner.slice(name.length + 2, alone ? -1 : undefined);
    yield { ...none, closing, name, attributes, alone };
    at = end + 1;
  }
}

/** The paragraphs of a Word document, with its headings, lists and tables as in Markdown. */
function textOfWord(xml: string): string {
  let text = '';
  let line = '';
  let inText = false;
  let cells = 0;
  let rows = 0;
  for (const { text: plain, closing, name: tag, attributes, alone } of partsOfWord(xml)) {
    if (text.length + line.length > MAX_CHARACTERS * 3) throw new Refused('characters');
    if (plain !== null) {
      if (inText) line += decodeXml(plain);
      continue;
    }
    if (tag === 't') inText = !closing && !alone;
    else if (tag === 'tab' && !closing) line += '\t';
    else if ((tag === 'br' || tag === 'cr') && !closing) line += '\n';
    else if (tag === 'pStyle') {
      const level = /w:val="(?:Heading|berschrift|Titre)(\d)"/i.exec(attributes)?.[1];
      if (level) line = `${'#'.repeat(Number(level))} ${line}`;
    } else if (tag === 'numPr' && !closing) line = `- ${line}`;
    else if (tag === 'tr' && !closing && !alone) {
      rows += 1;
      cells = 0;
    } else if (tag === 'tr' && closing) {
      rows -= 1;
      text += '\n';
    } else if (tag === 'tc' && !closing) {
      if (cells > 0) text += ' | ';
      cells += 1;
    } else if (tag === 'p' && (closing || alone)) {
      text += rows > 0 ? line : `${line}\n\n`;
      line = '';
    }
  }
  return (text + line).replace(/\n{3,}/g, '\n\n').trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeXml(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'PasswordException') return 'locked';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'unpacked';
  return 'damaged';
}

// Last: what stands above is there by now.
const answer = await read().catch((error: unknown): Answer => ({ refusal: refusalOf(error) }));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
