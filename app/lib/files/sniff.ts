import type { FileRefusal } from './readable-file';

/** The kind of a file by its first bytes; its name only distinguishes kinds of text. */
export type Sniffed =
  { kind: 'text' | 'pdf' | 'docx' | 'image'; type: string } | { refusal: FileRefusal };

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const TEXT_TYPES: Record<string, string> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

/** The number of bytes that identify a file. */
export const SNIFFED_BYTES = 4_100;

/** `head` is the beginning of the file. Any zip counts as Word's; reading it shows whether it is. */
export function sniff(head: Uint8Array, name: string): Sniffed {
  const latin = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('latin1');
  if (latin === '') return { refusal: 'empty' };
  // Readers accept other bytes before it, and some writers add them.
  if (latin.slice(0, 1_024).includes('%PDF-')) return { kind: 'pdf', type: 'application/pdf' };
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return { kind: 'image', type: 'image/png' };
  if (latin.startsWith('\xff\xd8\xff')) return { kind: 'image', type: 'image/jpeg' };
  if (/^GIF8[79]a/.test(latin)) return { kind: 'image', type: 'image/gif' };
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') {
    return { kind: 'image', type: 'image/webp' };
  }
  if (latin.startsWith('PK\x03\x04')) return { kind: 'docx', type: DOCX };
  if (latin.startsWith('\xd0\xcf\x11\xe0')) return { refusal: 'old-word' };
  // UTF-16 begins with a mark; other text has no NUL.
  if (latin.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(latin)) return { refusal: 'kind' };
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return { kind: 'text', type: TEXT_TYPES[extension] ?? 'text/plain' };
}

/** The text of a file; null if it isn't text. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    // The bytes aren't text in this encoding.
    return null;
  }
}

const MAX_NAME = 200;

/** A file name that is safe to show: one line, no path, and no characters that change the reading direction. */
export function cleanName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...name];
  if (characters.length === 0) return 'file';
  if (characters.length <= MAX_NAME) return name;
  const extension = /\.[\w-]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_NAME - extension.length).join('') + extension;
}
