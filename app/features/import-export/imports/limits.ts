/** Bytes of a part of an upload: what is lost when a connection breaks, and what the server may hold of it. */
export const PART_SIZE = 8 * 1024 * 1024;
/** Bytes of all files of an import. */
export const MAX_BYTES = 8 * 1024 ** 3;
/** An export may come in shards. */
export const MAX_FILES = 50;
export const MAX_FILE_NAME = 255;
/** What a list shows of the imports that there were. */
export const SHOWN_IMPORTS = 20;
/** Conversations of one export; all of them may be chosen one by one. */
export const MAX_CONVERSATIONS = 200_000;

/** How many bytes a part has; null where the file has no such part. */
export function partLength(size: number, partSize: number, part: number): number | null {
  const count = Math.ceil(size / partSize);
  if (!Number.isInteger(part) || part < 0 || part >= count) return null;
  return Math.min(partSize, size - part * partSize);
}
