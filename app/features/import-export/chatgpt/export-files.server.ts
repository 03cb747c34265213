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

/** An uploaded zip or JSON file. `isList`: it begins like a list of conversations. */
export type UploadedExport =
  { name: string; zip: OpenedZip } | { name: string; file: UploadedFile; isList: boolean };

export function* filesOf(upload: UploadedExport): Generator<ExportFile> {
  if ('file' in upload) {
    const { name, size } = upload.file;
    yield { path: name, size, refused: null, open: () => upload.file.read(0, size) };
    return;
  }
  const { zip } = upload;
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

/** The number of a file with conversations, -1 when it has none; null for other files. */
export function shardNumber(path: string): number | null {
  const name = CONVERSATIONS.exec(path);
  if (!name) return null;
  return name[1] === undefined ? -1 : Number(name[1]);
}

/** Other files of an export, without conversations. */
const OTHERS =
  /^(?:user|user_settings|message_feedback|shared_conversations|export_manifest|library_files|sora|conversation_asset_file_names|model_comparisons)\b.*\.json$/i;

/** The files with conversations, sorted by number. One that was uploaded without a zip may have been renamed. */
export async function conversationFiles(uploads: readonly UploadedExport[]): Promise<ExportFile[]> {
  const pace = new Pace();
  const found: { file: ExportFile; number: number }[] = [];
  for (const upload of uploads) {
    for (const file of filesOf(upload)) {
      const renamed = 'file' in upload && upload.isList && !OTHERS.test(file.path);
      const number = shardNumber(file.path) ?? (renamed ? Number.MAX_SAFE_INTEGER : null);
      if (number !== null) found.push({ file, number });
      if (pace.isDue) await pace.pause();
    }
  }
  // Sorting is stable: shards of several exports with the same number keep the order of the uploads.
  return found.sort((one, other) => one.number - other.number).map(({ file }) => file);
}

/** A file as text; null when it is larger than `max` bytes. */
export async function fullText(file: ExportFile, max: number): Promise<string | null> {
  if (file.size > max || file.refused !== null) return null;
  const chunks: Uint8Array[] = [];
  for await (const part of file.open()) chunks.push(part);
  return new TextDecoder().decode(Buffer.concat(chunks));
}
