import type { UploadedFile } from '../imports/incoming';
import type { OpenedZip } from '../zip/open-zip.server';
import { Pace } from './pace.server';

/** A file of an export, in a zip or on its own. */
export interface ExportFile {
  path: string;
  size: number;
  /** Why it can't be read, as a sentence. */
  refused: string | null;
  open(): AsyncIterable<Uint8Array>;
}

/** Something that was uploaded: a zip, or a file without one, which may begin like a list of conversations. */
export type UploadedExport =
  { name: string; zip: OpenedZip } | { name: string; file: UploadedFile; isList: boolean };

/** All files of a part; those of a zip are made as they are asked for. */
export function* filesOf(part: UploadedExport): Generator<ExportFile> {
  if ('file' in part) {
    const { name, size } = part.file;
    yield { path: name, size, refused: null, open: () => part.file.read(0, size) };
    return;
  }
  const { zip } = part;
  for (const entry of zip.entries.values()) {
    yield {
      path: entry.name,
      size: entry.size,
      refused: entry.refused,
      open: () => zip.open(entry),
    };
  }
}

const CONVERSATIONS = /(?:^|\/)conversations(?:[-_ ]*\(?(\d+)\)?)?\.json$/i;

/** The number of a file with conversations, -1 for one without a number, null for another file. */
export function shardNumber(path: string): number | null {
  const name = CONVERSATIONS.exec(path);
  if (!name) return null;
  return name[1] === undefined ? -1 : Number(name[1]);
}

/** What else an export has: no one's conversations. */
const OTHERS =
  /^(?:user|user_settings|message_feedback|shared_conversations|export_manifest|library_files|sora|conversation_asset_file_names|model_comparisons)\b.*\.json$/i;

/** The files with conversations, by their numbers. Without a zip, one may have been called anything since. */
export async function conversationFiles(chunks: readonly UploadedExport[]): Promise<ExportFile[]> {
  const pace = new Pace();
  const found: { file: ExportFile; number: number }[] = [];
  for (const part of chunks) {
    for (const file of filesOf(part)) {
      const renamed = 'file' in part && part.isList && !OTHERS.test(file.path);
      const number = shardNumber(file.path) ?? (renamed ? Number.MAX_SAFE_INTEGER : null);
      if (number !== null) found.push({ file, number });
      if (pace.isDue) await pace.pause();
    }
  }
  // Sorting keeps what is equal as it came: shards of several exports stay among one another by their number.
  return found.sort((one, other) => one.number - other.number).map(({ file }) => file);
}

/** A small file as text, or null where it is larger than such a file is. */
export async function fullText(file: ExportFile, longest: number): Promise<string | null> {
  if (file.size > longest || file.refused !== null) return null;
  const chunks: Uint8Array[] = [];
  for await (const part of file.open()) chunks.push(part);
  return new TextDecoder().decode(Buffer.concat(chunks));
}
