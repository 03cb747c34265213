import {
  type FileRefusal,
  MAX_FILE_BYTES,
  MAX_FILE_CHARACTERS,
  MAX_FILE_PAGES,
} from '~/lib/files/readable-file';
import { formatNumber } from '~/lib/format';

/** Why a file is refused. */
export type Refusal = FileRefusal | 'quota';

const reasons = (): Record<Refusal, string> => ({
  size: `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Attach a smaller file, or part of it.`,
  empty: 'is empty. Choose another file.',
  'broken-off': 'didn’t upload completely. Try again.',
  kind: 'isn’t a file type we can read. Attach text, Markdown, CSV, JSON, PDF, Word (.docx), PNG, JPEG, WebP, or GIF.',
  'old-word': 'is in an old Office format. Save it as .docx or PDF, then attach it.',
  encoding: 'can’t be read as text. Save it as UTF-8, then attach it again.',
  pages: `has more than ${MAX_FILE_PAGES} pages. Attach only the ones that matter.`,
  characters: `has more than ${formatNumber(MAX_FILE_CHARACTERS)} characters. Attach part of it.`,
  'no-text': 'has no text we can read; it may be a scan. Attach images of its pages instead.',
  locked: 'is password-protected. Save it without a password, then attach it again.',
  damaged: 'can’t be opened; it may be damaged. Save it again, then attach it.',
  unpacked: 'unpacks to far too much data. Save it again, or as a PDF.',
  pixels: 'has too many pixels. Make the image smaller, then attach it again.',
  time: 'takes too long to read. Attach a smaller file, or part of it.',
  memory: 'takes too much memory to read. Attach a smaller file, or part of it.',
  quota: 'doesn’t fit: your storage is full. Delete conversations with files you no longer need.',
});

/** The sentence for a refused file: which one, why, and what to do. */
export function attachmentRefusalText(name: string, reason: Refusal): string {
  return `“${name}” ${reasons()[reason]}`;
}
