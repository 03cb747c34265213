import { formatNumber } from '../format/numbers';
import {
  type FileRefusal,
  MAX_FILE_BYTES,
  MAX_FILE_CHARACTERS,
  MAX_FILE_PAGES,
} from './readable-file';

/** Reasons that depend on what the file is for. */
type OwnReason = 'kind' | 'no-text';

/** Why a file isn't read, and what to do. */
const reasons = (): Record<Exclude<FileRefusal, OwnReason>, string> => ({
  size: `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Choose a smaller file, or part of it.`,
  empty: 'is empty. Choose another file.',
  'broken-off': 'didn’t upload completely. Try again.',
  'old-word': 'is in an old Office format. Save it as .docx or PDF, then choose that.',
  encoding: 'can’t be read as text. Save it as UTF-8, then choose it again.',
  pages: `has more than ${MAX_FILE_PAGES} pages. Choose only the ones that matter.`,
  characters: `has more than ${formatNumber(MAX_FILE_CHARACTERS)} characters. Choose part of it.`,
  locked: 'is password-protected. Save it without a password, then choose it again.',
  damaged: 'can’t be opened; it may be damaged. Save it again, then choose that.',
  unpacked: 'unpacks to far too much data. Save it again, or as a PDF.',
  pixels: 'has too many pixels. Make the image smaller, then choose it again.',
  time: 'takes too long to read. Choose a smaller file, or part of it.',
  memory: 'takes too much memory to read. Choose a smaller file, or part of it.',
});

/** The sentence for a refused file: which one, why, and what to do. `own` is what the feature says itself. */
export function fileRefusalText(
  name: string,
  reason: FileRefusal,
  own: Record<OwnReason, string>,
): string {
  return `“${name}” ${{ ...reasons(), ...own }[reason]}`;
}
