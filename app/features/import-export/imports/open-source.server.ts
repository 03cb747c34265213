import { AppError } from '~/lib/errors';

import { isArchive } from '../archive/archive-files.server';
import { looksLikeConversations } from '../chatgpt/as-utf8';
import type { UploadedExport } from '../chatgpt/export-files.server';
import { openChatGpt } from '../chatgpt/open-chatgpt.server';
import type { IncomingSource, UploadedFile } from './incoming';
import { isZip, openZip } from '../zip/open-zip.server';

const NOTHING_KNOWN =
  'This isn’t an export we can read. Upload the original ZIP file from ChatGPT, the “conversations.json” files ' +
  'inside it, or a Brandwright archive.';

const ARCHIVE_ALONE = 'Upload a Brandwright archive on its own, without other files.';

/**
 * Opens what was uploaded: an archive of ours, or an export of ChatGPT as ZIP or JSON files.
 * @throws AppError `invalid`, with what to upload instead
 */
export async function openSource(files: readonly UploadedFile[]): Promise<IncomingSource> {
  const parts: UploadedExport[] = [];
  for (const file of files) {
    if (await isZip(file)) {
      const zip = await openZip(file);
      if (await isArchive(zip)) {
        if (files.length > 1) throw new AppError('invalid', ARCHIVE_ALONE);
        // Loaded on use: it needs the features whose rows archives restore, which exports of ChatGPT don't.
        const { openArchive } = await import('../archive/open-archive.server');
        return openArchive(zip);
      }
      parts.push({ name: file.name, zip });
    } else parts.push({ name: file.name, file, isList: await looksLikeConversations(file) });
  }
  const source = await openChatGpt(parts);
  if (source === null) throw new AppError('invalid', NOTHING_KNOWN);
  return source;
}
