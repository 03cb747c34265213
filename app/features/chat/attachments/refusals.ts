import {
  type FileRefusal,
  MAX_FILE_BYTES,
  MAX_FILE_CHARACTERS,
  MAX_FILE_PAGES,
} from '~/lib/files/readable-file';
import { formatNumber } from '~/lib/format';

/** Why a file is refused. */
export type Refusal = FileRefusal | 'quota';

const REASONS: Record<Refusal, string> = {
  size: `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Attach a smaller file, or a part of it.`,
  empty: 'is empty. Choose a file that has something in it.',
  'broken-off': 'did not arrive whole. Please try again.',
  kind: 'is of a kind that cannot be read here. Attach text, Markdown, CSV, JSON, PDF, Word (.docx), or a PNG, JPEG, WebP or GIF picture.',
  'old-word': 'is in an old Office format. Save it as .docx or PDF and attach that.',
  encoding: 'is not readable as text. Save it as UTF-8 and attach it again.',
  pages: `has more than ${MAX_FILE_PAGES} pages. Attach only the pages that matter.`,
  characters: `has more than ${formatNumber(MAX_FILE_CHARACTERS)} characters of text. Attach a part of it.`,
  'no-text':
    'has no text that can be read; it may be a scan. Attach pictures of its pages instead.',
  locked: 'is protected by a password. Save it without one and attach it again.',
  damaged: 'cannot be opened; it may be damaged. Save it again and attach that.',
  unpacked: 'is far larger inside than outside, so it is not opened. Save it again, or as PDF.',
  pixels: 'is a picture with too many pixels. Make it smaller and attach it again.',
  time: 'takes too long to read. Attach a smaller file, or a part of it.',
  memory: 'takes too much memory to read. Attach a smaller file, or a part of it.',
  quota:
    'does not fit: your storage is full. Delete conversations with files that you no longer need.',
};

/** The sentence for a refused file: which one, why, and what to do. */
export function attachmentRefusalText(name: string, reason: Refusal): string {
  return `“${name}” ${REASONS[reason]}`;
}
