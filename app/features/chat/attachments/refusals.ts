import { fileRefusalText } from '~/lib/files/file-refusals';
import type { FileRefusal } from '~/lib/files/readable-file';

/** Why a file isn't attached. */
export type Refusal = FileRefusal | 'quota';

const OWN = {
  kind: 'isn’t a file type we can read. Choose text, Markdown, CSV, JSON, PDF, Word (.docx), PNG, JPEG, WebP, or GIF.',
  'no-text': 'has no text we can read; it may be a scan. Attach images of its pages instead.',
};
const STORAGE_FULL =
  'doesn’t fit: your storage is full. Delete conversations with files you no longer need.';

/** The sentence for a refused file: which one, why, and what to do. */
export function attachmentRefusalText(name: string, reason: Refusal): string {
  return reason === 'quota' ? `“${name}” ${STORAGE_FULL}` : fileRefusalText(name, reason, OWN);
}
