import { AppError } from '~/lib/errors';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';

import { getText } from './message-objects.server';
import { readStored } from './message-data.server';
import { chatRefusals } from '../refusals';
import type { MessageFile } from './overflow';

/** A message in full, for whoever asks for it: to read, to copy, to edit. */
export interface WholeMessage {
  /** Markdown, as it was written. */
  text: string;
  files: MessageFile[];
}

/** @throws AppError `not-found`; `unavailable` where the rest cannot be had: half of it must not pass for the whole. */
export async function readWholeMessage(
  userId: string,
  id: string | undefined,
): Promise<WholeMessage> {
  const stored = isId(id) ? await readStored(sql, userId, id) : null;
  if (!stored) throw new AppError('not-found', chatRefusals.messageGone);
  const { content, contentUrl, files, filesUrl } = stored;
  try {
    return {
      text: contentUrl === null ? content : await getText(contentUrl),
      files: filesUrl === null ? files : (JSON.parse(await getText(filesUrl)) as MessageFile[]),
    };
  } catch (cause) {
    throw new AppError('unavailable', chatRefusals.restMissing, { cause });
  }
}
