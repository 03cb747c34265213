import { filesOf, shardNumber, wholeText, type ExportPiece } from './export-files.server';
import { Pace } from './pace.server';
import { fieldsOf, listOf, parsedOf, textOf } from './untrusted';

const MANIFEST = 'export_manifest.json';
const MAX_MANIFEST = 16 * 1024 * 1024;

/** A large export comes in several parts, and its list names the files of all: sentences on those that are not there. */
export async function missingParts(pieces: readonly ExportPiece[]): Promise<string[]> {
  const listed = new Set<string>();
  const there = new Set<string>();
  const pace = new Pace();
  for (const piece of pieces) {
    if (!('zip' in piece)) {
      there.add(piece.name);
      continue;
    }
    let manifestPath = '';
    for (const path of piece.zip.entries.keys()) {
      if (path === MANIFEST || path.endsWith(`/${MANIFEST}`)) manifestPath ||= path;
      if (pace.isDue) await pace.pause();
    }
    const folder = manifestPath.slice(0, -MANIFEST.length);
    for (const path of piece.zip.entries.keys()) {
      there.add(path.startsWith(folder) ? path.slice(folder.length) : path);
      if (pace.isDue) await pace.pause();
    }
    for (const file of filesOf(piece)) {
      if (file.path !== manifestPath) continue;
      const text = await wholeText(file, MAX_MANIFEST);
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
  const files =
    missing.length === 1
      ? '1 file that its list names is'
      : `${missing.length.toLocaleString('en')} files that its list names are`;
  const which = shards === 0 ? '' : `, ${shards} of them with conversations`;
  return [
    `A part of the export is missing: ${files} not here${which}. ` +
      'If it came in several ZIP files, upload all of them together.',
  ];
}
