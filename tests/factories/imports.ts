import { Readable } from 'node:stream';

import type {
  IncomingConversation,
  IncomingFile,
  IncomingMessage,
  IncomingSource,
  UnreadableConversation,
} from '~/features/import-export/imports/incoming';
import {
  createImport,
  readUpload,
  startImport,
} from '~/features/import-export/imports/import-actions.server';
import { uploadPart } from '~/features/import-export/imports/upload-part.server';
import type { ImportChoice } from '~/features/import-export/page/import-export';
import { workOn } from '~/features/import-export/imports/work/work-import.server';
import type { UserScope } from '~/lib/scope';

import { DAY_MS } from '../../app/lib/time.ts';

const START = Date.UTC(2024, 2, 1);

export type Said = Partial<IncomingMessage> & { key: string };

/** A message of an export after `parentKey`; the number at the end of its key is its minute. */
export function said(key: string, parentKey: string | null, more: Partial<Said> = {}): Said {
  return { key, parentKey, ...more };
}

export interface TestExported {
  missingFiles?: number;
  key: string;
  title?: string | null;
  createdAt?: number | null;
  updatedAt?: number | null;
  messages?: readonly Said[];
  activeKey?: string | null;
  archived?: boolean;
  pinned?: boolean;
  remarks?: Record<string, number>;
  settings?: IncomingConversation['settings'];
  /** An error that is thrown after this many of its messages. */
  breaksAfter?: { count: number; error: Error };
}

/** Questions and answers in turn, each after the previous one. */
export function talk(count: number, text = 'Message'): Said[] {
  return Array.from({ length: count }, (_, at) =>
    said(`m${at + 1}`, at === 0 ? null : `m${at}`, { text: `${text} ${at + 1}` }),
  );
}

export function exported(source: TestExported): IncomingConversation {
  const createdAt = source.createdAt === undefined ? START : source.createdAt;
  const messages = (source.messages ?? talk(4)).map((one, at): IncomingMessage => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `Text of ${one.key}`,
    model: at % 2 === 0 ? null : 'gpt-4o',
    timestamp: createdAt === null ? null : createdAt + at * 60_000,
    files: [],
    parentKey: null,
    ...one,
  }));
  return {
    key: source.key,
    title: source.title === undefined ? `About ${source.key}` : source.title,
    createdAt,
    updatedAt: source.updatedAt === undefined ? START + DAY_MS + messages.length : source.updatedAt,
    messageCount: messages.length,
    missingFiles: source.missingFiles ?? 0,
    activeKey: source.activeKey === undefined ? (messages.at(-1)?.key ?? null) : source.activeKey,
    *messages() {
      for (const [at, message] of messages.entries()) {
        if (source.breaksAfter?.count === at) throw source.breaksAfter.error;
        yield message;
      }
    },
    archived: source.archived ?? false,
    pinned: source.pinned ?? false,
    remarks: () => source.remarks ?? {},
    ...(source.settings && { settings: source.settings }),
  };
}

export interface TestSource {
  conversations: readonly (IncomingConversation | UnreadableConversation)[];
  service?: IncomingSource['service'];
  files?: Record<string, { name: string; bytes: Buffer; size?: number }>;
  remarks?: readonly string[];
  others?: IncomingSource['others'];
  restore?: IncomingSource['restore'];
  /** Called before each conversation. */
  onConversation?: (index: number) => void | Promise<void>;
}

/** An export in memory. */
export function sourceOf(source: TestSource): IncomingSource {
  return {
    service: source.service ?? 'chatgpt',
    async *conversations({ signal, only, progress }) {
      for (const [at, one] of source.conversations.entries()) {
        signal.throwIfAborted();
        await source.onConversation?.(at);
        progress?.(at + 1);
        if (only && (one.key === null || !only(one.key))) continue;
        yield one;
      }
    },
    bytes: source.conversations.length,
    openFile(ref) {
      const file = source.files?.[ref];
      return Promise.resolve(
        file
          ? {
              name: file.name,
              size: file.size ?? file.bytes.length,
              open: () =>
                Promise.resolve(Readable.from(piecesOf(file.bytes), { objectMode: false })),
            }
          : null,
      );
    },
    remarks: () => source.remarks ?? [],
    ...(source.others && { others: source.others }),
    ...(source.restore && { restore: source.restore }),
  };
}

function piecesOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1_000) chunks.push(bytes.subarray(at, at + 1_000));
  return chunks;
}

export function refer(ref: string, name: string | null = null): IncomingFile {
  return { ref, name };
}

/** Uploads one small file, so that the export can be read. */
export async function uploadSomething(userId: UserScope): Promise<string> {
  const bytes = Buffer.from('an export');
  const { id } = await createImport(userId, [{ name: 'export.zip', size: bytes.length }]);
  await uploadPart({
    userId,
    importId: id,
    file: '0',
    part: '0',
    length: bytes.length,
    body: Readable.from([bytes]),
  });
  return id;
}

/** Runs an import up to its preview. */
export async function previewed(userId: UserScope): Promise<string> {
  const id = await uploadSomething(userId);
  await readUpload(userId, id);
  await workOn(id);
  return id;
}

/** Runs a whole import of all or some conversations. */
export async function imported(
  userId: UserScope,
  choice: ImportChoice = { all: true, except: [] },
): Promise<string> {
  const id = await previewed(userId);
  await startImport(userId, id, choice);
  await workOn(id);
  return id;
}
