import { conversationSection, messageRow } from '~/features/chat/index.server';
import type { RowIn } from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import { formatNumber } from '~/lib/format/numbers';

import type {
  IncomingConversation,
  IncomingMessage,
  IncomingSource,
  UnreadableConversation,
} from '../imports/incoming';
import type { OpenedZip } from '../zip/open-zip.server';
import { readArchiveFiles, type ArchiveFiles } from './archive-files.server';
import { conversationPath, filePath, sectionPath, type ArchivedFile } from './format';
import { readLines, readRows } from './read-lines';
import { restorableRows, restoreSections } from './restore-sections.server';

const MAX_ROW = 4 * 1024 ** 2;
/** With its text, and the text of its files. */
const MAX_MESSAGE = 32 * 1024 ** 2;

const CONVERSATIONS = sectionPath('conversations');
const ATTACHMENTS = filePath('attachments/');

const DAMAGED = 'It’s damaged in the archive.';
const MISSING = 'It’s missing from the archive.';

/**
 * An archive of ours as the source of an import.
 * @throws AppError `invalid` when it is damaged, or of a later version
 */
export async function openArchive(zip: OpenedZip): Promise<IncomingSource> {
  const files = await readArchiveFiles(zip);
  const remarks = new Set(zip.remarks);
  const { missing } = files.manifest;
  if (missing.length > 0) {
    remarks.add(
      missing.length === 1
        ? '1 file was already missing when the archive was created.'
        : `${formatNumber(missing.length)} files were already missing when the archive was created.`,
    );
  }
  const attachments = new Map<string, string>();
  for (const path of files.below(ATTACHMENTS)) {
    attachments.set(path.slice(ATTACHMENTS.length).split('.', 1)[0] ?? '', path);
  }
  return {
    service: 'brandwright',
    bytes: bytesOfConversations(files),
    conversations: (options) => conversationsIn(files, remarks, options),
    openFile(ref) {
      const file = files.find(attachments.get(ref) ?? '');
      if (!file) return Promise.resolve(null);
      const name = file.path.slice(ATTACHMENTS.length);
      return Promise.resolve({
        name,
        size: file.size,
        open: () => Promise.resolve(files.open(file)),
      });
    },
    others: restorableRows(files),
    restore: (options) => restoreSections(files, options),
    remarks: () => [...remarks],
  };
}

function bytesOfConversations(files: ArchiveFiles): number {
  let bytes = files.find(CONVERSATIONS)?.size ?? 0;
  for (const path of files.below('conversations/')) bytes += files.find(path)?.size ?? 0;
  return bytes;
}

async function* conversationsIn(
  files: ArchiveFiles,
  remarks: Set<string>,
  { signal, progress }: Parameters<IncomingSource['conversations']>[0],
): AsyncGenerator<IncomingConversation | UnreadableConversation> {
  const list = files.find(CONVERSATIONS);
  if (!list || !(await files.isWhole(list, signal))) {
    if (list || files.manifest.sections.some(({ name }) => name === 'conversations')) {
      remarks.add('The list of conversations is missing or damaged, so none can be read.');
    }
    return;
  }
  let read = 0;
  for await (const line of readRows(readLines(files.open(list), MAX_ROW))) {
    signal.throwIfAborted();
    const row =
      line === 'unreadable' ? undefined : conversationSection.row.safeParse(line.value).data;
    if (!row) {
      yield { key: null, title: null, unreadable: DAMAGED };
      continue;
    }
    const file = files.find(conversationPath(row.id));
    yield file
      ? incoming(files, file, row)
      : { key: row.id, title: row.title, unreadable: MISSING };
    read += file?.size ?? 0;
    progress?.(read);
  }
  progress?.(bytesOfConversations(files));
}

function incoming(
  files: ArchiveFiles,
  file: ArchivedFile,
  row: RowIn<typeof conversationSection>,
): IncomingConversation {
  const remarks: Record<string, number> = {};
  return {
    key: row.id,
    title: row.title,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.lastUpdated.getTime(),
    messageCount: Math.max(0, row.messageCount),
    activeKey: row.activeLeafId,
    archived: row.archivedAt !== null,
    pinned: row.pinnedAt !== null,
    messages: () => messagesIn(files, file, remarks),
    remarks: () => remarks,
    settings: {
      title: row.title,
      originalCreationDate: row.originalCreationDate?.getTime() ?? null,
      model: row.model,
      effort: row.effort,
      systemPrompt: row.systemPrompt,
      profileId: row.profileId,
      folderId: row.folderId,
      pinnedAt: row.pinnedAt?.getTime() ?? null,
      archivedAt: row.archivedAt?.getTime() ?? null,
    },
  };
}

/** @throws AppError `invalid` before the first message when the file is damaged */
async function* messagesIn(
  files: ArchiveFiles,
  file: ArchivedFile,
  remarks: Record<string, number>,
): AsyncGenerator<IncomingMessage> {
  if (!(await files.isWhole(file))) throw new AppError('invalid', DAMAGED);
  const remark = (what: string) => (remarks[what] = (remarks[what] ?? 0) + 1);
  const seen = new Set<string>();
  for await (const line of readRows(readLines(files.open(file), MAX_MESSAGE))) {
    const row = line === 'unreadable' ? undefined : messageRow.safeParse(line.value).data;
    if (!row || seen.has(row.id)) {
      remark('a message that couldn’t be read');
      continue;
    }
    seen.add(row.id);
    yield {
      key: row.id,
      // When its parent couldn't be read, it becomes a first message.
      parentKey: row.parentId !== null && seen.has(row.parentId) ? row.parentId : null,
      role: row.role,
      text: row.content,
      model: row.model,
      timestamp: Date.parse(row.timestamp),
      // A file without an id had only its name before as well.
      files: row.files.map(({ id, name }) => ({ ref: id ?? '', name })),
      context: row.context,
      calls: row.calls,
      images: row.images,
    };
  }
}
