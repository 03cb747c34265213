import { filesOf, shardNumber, wholeText, type ExportPiece } from './export-files';
import { fieldsOf, listOf, parsedOf, textOf } from './untrusted';

const MANIFEST = 'export_manifest.json';
const LONGEST_MANIFEST = 16 * 1024 * 1024;

/** A large export comes in several parts, and its list names the files of all: sentences on those that are not there. */
export async function missingParts(pieces: readonly ExportPiece[]): Promise<string[]> {
  const listed = new Set<string>();
  const there = new Set<string>();
  for (const piece of pieces) {
    if (!('zip' in piece)) {
      there.add(piece.name);
      continue;
    }
    const manifests = [...piece.zip.entries.keys()].filter(
      (path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`),
    );
    const folder = (manifests[0] ?? '').slice(0, -MANIFEST.length);
    for (const path of piece.zip.entries.keys()) {
      there.add(path.startsWith(folder) ? path.slice(folder.length) : path);
    }
    for (const file of filesOf(piece)) {
      if (file.path !== manifests[0]) continue;
      const text = await wholeText(file, LONGEST_MANIFEST);
      const manifest = fieldsOf(text === null ? undefined : parsedOf(text));
      for (const entry of listOf(manifest.export_files)) {
        const path = textOf(fieldsOf(entry).path);
        if (path !== '') listed.add(path);
      }
    }
  }
  const missing = [...listed].filter((path) => !there.has(path));
  if (missing.length === 0) return [];
  const shards = missing.filter((path) => shardNumber(path) !== null).length;
  const which =
    shards === 0
      ? `${counted(missing.length, 'file')}`
      : `${counted(missing.length, 'file')}, ${shards} of them with conversations`;
  return [
    `A part of the export is missing: its list names ${which} that ${missing.length === 1 ? 'is' : 'are'} not here. ` +
      'If it came in several ZIP files, upload all of them together.',
  ];
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
