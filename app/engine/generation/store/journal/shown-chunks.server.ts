import { crc32 } from 'node:zlib';

/** A chunk that is about to be shown to readers. */
export interface ShownChunk {
  id: string;
  attempt: number;
  /** Its place in the whole text, in UTF-16 units. */
  offset: number;
  text: string;
}

/*
 * A record, all numbers little-endian:
 *   0  u32  bytes from 8 to its end
 *   4  u32  CRC-32 of those bytes
 *   8       the text's id, 16 bytes
 *  24  u32  attempt
 *  28  u32  offset
 *  32       the chunk in UTF-8
 */
const CHECKED = 8;
const TEXT = 32;
const MAX_UNIT = 3;

/** The bytes that the record of this chunk needs at most. */
export function roomFor(text: string): number {
  return TEXT + text.length * MAX_UNIT;
}

/** Writes a record at the beginning of `target`, which must have room, and returns its length. */
export function writeShownChunk(target: Buffer, { id, attempt, offset, text }: ShownChunk): number {
  const end = TEXT + target.write(text, TEXT, 'utf8');
  target.write(id.replaceAll('-', ''), CHECKED, 'hex');
  target.writeUInt32LE(attempt, 24);
  target.writeUInt32LE(offset, 28);
  target.writeUInt32LE(end - CHECKED, 0);
  target.writeUInt32LE(crc32(target.subarray(CHECKED, end)), 4);
  return end;
}

/** The records up to the first that is incomplete, as a killed process leaves it, or damaged. */
export function readShownChunks(bytes: Buffer): ShownChunk[] {
  const chunks: ShownChunk[] = [];
  let at = 0;
  while (at + TEXT <= bytes.length) {
    const end = at + CHECKED + bytes.readUInt32LE(at);
    if (end < at + TEXT || end > bytes.length) break;
    if (crc32(bytes.subarray(at + CHECKED, end)) !== bytes.readUInt32LE(at + 4)) break;
    const id = bytes.toString('hex', at + CHECKED, at + 24);
    chunks.push({
      id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      attempt: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 28),
      text: bytes.toString('utf8', at + TEXT, end),
    });
    at = end;
  }
  return chunks;
}

/** What the chunks of one attempt, in any order, add to a text of `length`, up to the first gap. */
export function tailAfter(chunks: readonly ShownChunk[], length: number): string {
  let tail = '';
  for (const { offset, text } of chunks.toSorted((one, other) => one.offset - other.offset)) {
    const known = length + tail.length - offset;
    if (known < 0) break;
    tail += text.slice(known);
  }
  return tail;
}

/** True when the chunks equal the text wherever they overlap. */
export function agree(chunks: readonly ShownChunk[], text: string): boolean {
  return chunks.every((chunk) => {
    const common = text.slice(chunk.offset, chunk.offset + chunk.text.length);
    return chunk.text.startsWith(common);
  });
}
