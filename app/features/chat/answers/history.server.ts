import { isImage } from '../attachments/attachment';
import { readImages } from '../attachments/take-attachments.server';
import type { Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { getFiles, textReader } from '../messages/message-objects.server';
import { readBranch, type BranchRow } from '../messages/message-branches.server';
import type { MessageFile } from '../messages/overflow';

export interface HistoryMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** The text of its files. */
  context: string;
  /** Its images in the form that the model gets. */
  images: string[];
  /** For the last answer: the message with which its prompt began; null for the first one. */
  contextFrom: string | null;
}

/** The newest images are sent, up to this number. */
const MAX_IMAGES = 10;

/** The limit for reading a rest of a text, because a person is waiting: an answer without the rest is better than none. */
const TEXT_MS = 8_000;

/** More than any model reads (UTF-16 units): messages before that stay as their rows have them. */
const MAX_READ = 4_000_000;

/** What the model reads: all messages of a branch in order, with whole texts for the newest ones up to MAX_READ. */
export async function readHistory(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
  leafId: string | null,
  options: { sees: boolean },
): Promise<HistoryMessage[]> {
  const rows = await readBranch(sql, userId, conversationId, leafId);
  const history: HistoryMessage[] = [];
  const fullText = textReader({ timeoutMs: TEXT_MS });
  let read = 0;
  const images = await imagesOf(sql, userId, options.sees ? rows : []);
  for (const row of rows.toReversed()) {
    const { id, role, content, context, contentUrl, contextUrl, contextFrom } = row;
    const inFull = read < MAX_READ;
    history.push({
      id,
      role,
      content: inFull ? await fullText(content, contentUrl) : content,
      context: inFull ? await fullText(context, contextUrl) : context,
      images: images.get(id) ?? [],
      contextFrom,
    });
    read += history.at(-1)!.content.length + history.at(-1)!.context.length;
  }
  return history.reverse();
}

async function imagesOf(
  sql: Sql,
  userId: UserScope,
  rows: readonly BranchRow[],
): Promise<Map<string, string[]>> {
  const wanted: { messageId: string; id: string }[] = [];
  for (const row of rows.toReversed()) {
    for (const file of await allFiles(row)) {
      if (file.id !== null && isImage(file)) wanted.push({ messageId: row.id, id: file.id });
    }
    if (wanted.length >= MAX_IMAGES) break;
  }
  const newest = wanted.slice(0, MAX_IMAGES);
  const data = await readImages(
    sql,
    userId,
    newest.map(({ id }) => id),
  );
  const byMessage = new Map<string, string[]>();
  for (const { messageId, id } of newest) {
    const image = data.get(id);
    if (image) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), image]);
  }
  return byMessage;
}

async function allFiles({ files, filesUrl }: BranchRow): Promise<MessageFile[]> {
  if (filesUrl === null) return files;
  try {
    return await getFiles(filesUrl);
  } catch (err) {
    log.warn({ err }, 'the list of files of a message cannot be read');
    return files;
  }
}
