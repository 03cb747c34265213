import { buffer } from 'node:stream/consumers';

import { assertSealed, objects } from '~/gateways/objects/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { isImage, type AttachedFile } from './attachment';
import { findAttachments, sendAttachments, type AttachmentRow } from './attachment-data.server';
import { attachmentTexts } from './texts';

const TIMEOUT_MS = 20_000;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** What a message takes over from its files. */
export interface TakenFiles {
  files: AttachedFile[];
  /** The texts of all of them, each with its name. */
  context: string;
  /** The objects that have those texts. */
  fullContentUrls: string[];
  hasImages: boolean;
}

/**
 * Reads unsent files for a message.
 * @throws AppError `not-found` when a file is missing, another user's, or already sent; `unavailable`
 */
export async function takeAttachments(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<TakenFiles> {
  const rows = ids.length === 0 ? [] : await findAttachments(sql, userId, ids);
  if (rows.length !== ids.length || rows.some(({ messageId }) => messageId !== null)) {
    throw new AppError('not-found', attachmentTexts.gone);
  }
  const readable = rows.filter((row) => !isImage(row));
  const texts: string[] = [];
  for (const row of readable) texts.push(block(row, (await read(row)).toString('utf8')));
  return {
    files: rows.map(({ id, name, type, size }) => ({ id, name, type, size })),
    context: texts.join('\n\n'),
    fullContentUrls: readable.map(({ readKey }) => readKey),
    hasImages: rows.some(isImage),
  };
}

/** Wraps a file's text so that the text can't end the block. */
function block({ name, pages }: AttachmentRow, text: string): string {
  const title = name.replace(/["<>&]/g, ' ');
  const about = pages === null ? '' : ` pages="${pages}"`;
  return `<file name="${title}"${about}>\n${text.replaceAll(/<\/(file|attached_files)>/gi, '<\u200b/$1>')}\n</file>`;
}

/** Attaches files to a message. @throws AppError `not-found` when one was sent or removed meanwhile: roll back. */
export async function tieAttachments(
  tx: Sql,
  userId: UserScope,
  ids: readonly string[],
  messageId: string,
): Promise<void> {
  if (ids.length === 0) return;
  if ((await sendAttachments(tx, userId, ids, messageId)) !== ids.length) {
    throw new AppError('not-found', attachmentTexts.gone);
  }
}

/** Images in the form that the model gets (`data:` addresses), by attachment; unreadable ones are left out. */
export async function readImages(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  if (ids.length === 0) return images;
  for (const row of await findAttachments(sql, userId, ids)) {
    if (!isImage(row) || isUnprepared(row)) continue;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { body, type } = await (await objects()).get(row.readKey, { signal });
      const bytes = await buffer(body);
      assertSealed(row.readKey, bytes);
      images.set(row.id, `data:${type};base64,${bytes.toString('base64')}`);
    } catch (err) {
      log.warn({ err, id: row.id }, 'an image cannot be read');
    }
  }
  return images;
}

/** An imported image is unchanged and may be larger than a model accepts. */
function isUnprepared({ objectKey, readKey, size }: AttachmentRow): boolean {
  return objectKey === readKey && size > MAX_IMAGE_BYTES;
}

async function read({ readKey, name }: AttachmentRow): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await (await objects()).get(readKey, { signal });
    const bytes = await buffer(body);
    assertSealed(readKey, bytes);
    return bytes;
  } catch (cause) {
    const text = `“${name}” can’t be read right now. Try again later.`;
    throw new AppError('unavailable', text, { cause });
  }
}
