import { normalizeText } from '../text/normalize';
import { trimEndsOf } from '../text/trim-ends';

const MAX_NAME = 80;
/** Only this much of a title is used. */
const TITLE_READ = 1_000;
/** Names that Windows reserves for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file's name made from a title, in any language, without characters that some system forbids. */
export function fileName(title: string, extension: string): string {
  return `${fileStem(title)}.${extension}`;
}

/** The same without an extension; `otherwise` if nothing in the title can be used. */
export function fileStem(title: string, otherwise = 'content'): string {
  const name = normalizeText(title.slice(0, TITLE_READ).toWellFormed(), 'NFC')
    // Invisible characters, those that change the reading direction, and those with a meaning in paths.
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const short = trimEndsOf(Array.from(name).slice(0, MAX_NAME).join(''), /[.\s]/u);
  return short === '' || RESERVED.test(short) ? otherwise : short;
}

/** The header that offers a download under this name: in ASCII for old programs, and in full (RFC 6266, RFC 8187). */
export function attachmentHeader(name: string): string {
  const ascii = normalizeText(name, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
};

/** The file extension for this media type. */
export function extensionOf(type: string): string {
  return EXTENSIONS[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';
}
