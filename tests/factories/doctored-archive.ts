import { createHash } from 'node:crypto';

import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  conversationPath,
  filePath,
  MANIFEST,
  sectionPath,
} from '~/features/import-export/archive/format';
import type { UploadedFile } from '~/features/import-export/imports/incoming';

import { oddZip } from './chatgpt/hostile';
import { uploadedBytes } from './chatgpt/uploaded';

export interface ArchiveContent {
  sections?: Record<string, readonly object[]>;
  conversations?: readonly { row: Record<string, unknown>; messages: readonly object[] }[];
  files?: Record<string, Buffer | string>;
  /** Fields that replace the manifest's own. */
  manifest?: Record<string, unknown>;
  /** Entries that are changed after the manifest was made; null removes them. */
  tampered?: Record<string, Buffer | string | null>;
}

/** An archive as anyone could write it by hand. */
export function archiveOf(content: ArchiveContent): UploadedFile {
  return uploadedBytes('archive.zip', archiveBytes(content));
}

export function archiveBytes({
  sections = {},
  conversations = [],
  files = {},
  manifest = {},
  tampered = {},
}: ArchiveContent): Buffer {
  const entries = new Map<string, Buffer>();
  const add = (path: string, bytes: Buffer | string) => entries.set(path, Buffer.from(bytes));
  const rows = { ...sections };
  if (conversations.length > 0) rows.conversations = conversations.map(({ row }) => row);
  for (const [name, all] of Object.entries(rows)) add(sectionPath(name), `[\n${lines(all)}]\n`);
  for (const { row, messages } of conversations) {
    const head = JSON.stringify({ ...row, messages: [] }).slice(0, -2);
    add(conversationPath(String(row.id)), `${head}\n${lines(messages)}]}\n`);
  }
  for (const [path, bytes] of Object.entries(files)) add(filePath(path), bytes);
  const listed = [...entries].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const head = JSON.stringify({
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    appVersion: '1.0.0',
    madeAt: '2026-11-21T12:00:00.000Z',
    account: { name: 'Ada Byron', email: 'ada@example.com' },
    sections: Object.entries(rows).map(([name, all]) => ({ name, rows: all.length })),
    missing: [],
    ...manifest,
    files: [],
  }).slice(0, -2);
  add(MANIFEST, `${head}\n${lines(listed)}]}\n`);
  for (const [path, bytes] of Object.entries(tampered)) {
    if (bytes === null) entries.delete(path);
    else add(path, bytes);
  }
  return oddZip([...entries].map(([name, bytes]) => ({ name, content: bytes })));
}

function lines(rows: readonly object[]): string {
  return rows
    .map((row, index) => `${JSON.stringify(row)}${index < rows.length - 1 ? ',' : ''}\n`)
    .join('');
}
