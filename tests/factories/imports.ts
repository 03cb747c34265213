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

/** A message of an export: follows `parentKey`, a minute later for each digit at its key's end. */
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
  /** Thrown when its messages are read, after so many of them. */
  breaksAfter?: { count: number; error: Error };
}

/** Question and answer in turn, each following the one before. */
export function talk(count: number, text = 'Message'): Said[] {
  return Array.from({ length: count }, (_, at) =>
    said(`m${at + 1}`, at === 0 ? null : `m${at}`, { text: `${text} ${at + 1}` }),
  );
}

export function exported(given: TestExported): IncomingConversation {
  const createdAt = given.createdAt === undefined ? START : given.createdAt;
  const messages = (given.messages ?? talk(4)).map((one, at): IncomingMessage => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `Text of ${one.key}`,
    model: at % 2 === 0 ? null : 'gpt-4o',
    timestamp: createdAt === null ? null : createdAt + at * 60_000,
    files: [],
    parentKey: null,
    ...one,
  }));
  return {
    key: given.key,
    title: given.title === undefined ? `About ${given.key}` : given.title,
    createdAt,
    updatedAt: given.updatedAt === undefined ? START + DAY_MS + messages.length : given.updatedAt,
    messageCount: messages.length,
    missingFiles: given.missingFiles ?? 0,
    activeKey: given.activeKey === undefined ? (messages.at(-1)?.key ?? null) : given.activeKey,
    *messages() {
      for (const [at, message] of messages.entries()) {
        if (given.breaksAfter?.count === at) throw given.breaksAfter.error;
        yield message;
      }
    },
    archived: given.archived ?? false,
    pinned: given.pinned ?? false,
    remarks: () => given.remarks ?? {},
    ...(given.settings && { settings: given.settings }),
  };
}

export interface TestSource {
  conversations: readonly (IncomingConversation | UnreadableConversation)[];
  service?: IncomingSource['service'];
  files?: Record<string, { name: string; bytes: Buffer; size?: number }>;
  remarks?: readonly string[];
  others?: IncomingSource['others'];
  restore?: IncomingSource['restore'];
  /** Before each of them. */
  onConversation?: (index: number) => void | Promise<void>;
}

/** An export in memory. */
export function sourceOf(given: TestSource): IncomingSource {
  return {
    service: given.service ?? 'chatgpt',
    async *conversations({ signal, only, progress }) {
      for (const [at, one] of given.conversations.entries()) {
        signal.throwIfAborted();
        await given.onConversation?.(at);
        progress?.(at + 1);
        if (only && (one.key === null || !only(one.key))) continue;
        yield one;
      }
    },
    bytes: given.conversations.length,
    openFile(ref) {
      const file = given.files?.[ref];
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
    remarks: () => given.remarks ?? [],
    ...(given.others && { others: given.others }),
    ...(given.restore && { restore: given.restore }),
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

/** Uploads one small file, so that an export can be read. */
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

/** Up to the preview. */
export async function previewed(userId: UserScope): Promise<string> {
  const id = await uploadSomething(userId);
  await readUpload(userId, id);
  await workOn(id);
  return id;
}

/** The whole way, for all or some. */
export async function imported(
  userId: UserScope,
  choice: ImportChoice = { all: true, except: [] },
): Promise<string> {
  const id = await previewed(userId);
  await startImport(userId, id, choice);
  await workOn(id);
  return id;
}
