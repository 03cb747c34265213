import { AppError } from '~/lib/errors';

import { looksLikeConversations } from './chatgpt/looks-like-conversations';
import type { ExportPiece } from './chatgpt/export-files.server';
import { openChatGpt } from './chatgpt/open-chatgpt.server';
import type { IncomingSource, UploadedFile } from './incoming';
import { isZip, openZip } from './zip/open-zip.server';

const NOTHING_KNOWN =
  'This is no export that can be read here. Upload the ZIP file that ChatGPT sent you as it is, the files ' +
  '“conversations.json” from it, or an archive of this app.';

/**
 * Finds out what was uploaded: an export of ChatGPT as a zip, in several, or as JSON files.
 * @throws AppError invalid, with what to upload instead
 */
export async function openSource(files: readonly UploadedFile[]): Promise<IncomingSource> {
  const pieces: ExportPiece[] = [];
  for (const file of files) {
    if (await isZip(file)) pieces.push({ name: file.name, zip: await openZip(file) });
    else pieces.push({ name: file.name, file, isList: await looksLikeConversations(file) });
  }
  const source = await openChatGpt(pieces);
  if (source === null) throw new AppError('invalid', NOTHING_KNOWN);
  return source;
}
