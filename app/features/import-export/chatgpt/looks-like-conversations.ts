import type { UploadedFile } from '../imports/incoming';
import { asUtf8 } from './as-utf8';

/** Whether a file without a zip begins like a list of conversations or an object with one. */
export async function looksLikeConversations(file: UploadedFile): Promise<boolean> {
  for await (const piece of asUtf8(file.read(0, Math.min(file.size, 4_096)))) {
    const text = piece.toString().trimStart();
    if (text !== '') return /^(?:\[\s*(?:[{\]]|$)|\{\s*(?:["}]|$))/.test(text);
  }
  return false;
}
