// The records of a ZIP file (APPNOTE 6.3), as bytes. No I/O.

/** An entry in the directory; sizes in bytes. */
export interface ZipEntryFacts {
  path: Buffer;
  compressed: boolean;
  crc: number;
  packedSize: number;
  size: number;
  /** The entry's offset in the file. */
  offset: number;
  /** Its sizes follow its content, where a reader of the stream finds them. */
  isStreamed: boolean;
}

const UTF8_NAME = 1 << 11;
const SIZES_FOLLOW = 1 << 3;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const VERSION_64 = 45;
const MADE_ON_UNIX = (3 << 8) | 63;
/** A file that its owner and group may write. */
const FILE_MODE = (0o100664 << 16) >>> 0;
/** Marks a value that doesn't fit into 32 bits and is in an extra field instead. */
const IN_64 = 0xffffffff;
const MANY = 0xffff;

export function localHeader(entry: ZipEntryFacts, modified: Date): Buffer {
  const header = Buffer.alloc(30 + entry.path.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(entry.compressed ? DEFLATED : STORED, 8);
  header.writeUInt32LE(dosTime(modified), 10);
  if (!entry.isStreamed) {
    header.writeUInt32LE(entry.crc, 14);
    header.writeUInt32LE(entry.packedSize, 18);
    header.writeUInt32LE(entry.size, 22);
  }
  header.writeUInt16LE(entry.path.length, 26);
  header.set(entry.path, 30);
  return header;
}

/** Follows the content of an entry whose sizes weren't known before it. */
export function dataDescriptor({ crc, packedSize, size }: ZipEntryFacts): Buffer {
  const is64 = packedSize >= IN_64 || size >= IN_64;
  const descriptor = Buffer.alloc(is64 ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (is64) {
    descriptor.writeBigUInt64LE(BigInt(packedSize), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packedSize, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

export function directoryRecord(entry: ZipEntryFacts, modified: Date): Buffer {
  const is64 = [entry.packedSize, entry.size, entry.offset].some((value) => value >= IN_64);
  const extra = is64 ? Buffer.concat([unixTime(modified), extra64(entry)]) : unixTime(modified);
  const record = Buffer.alloc(46 + entry.path.length + extra.length);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_ON_UNIX, 4);
  record.writeUInt16LE(is64 ? VERSION_64 : VERSION, 6);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(entry.compressed ? DEFLATED : STORED, 10);
  record.writeUInt32LE(dosTime(modified), 12);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(is64 ? IN_64 : entry.packedSize, 20);
  record.writeUInt32LE(is64 ? IN_64 : entry.size, 24);
  record.writeUInt16LE(entry.path.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(FILE_MODE, 38);
  record.writeUInt32LE(is64 ? IN_64 : entry.offset, 42);
  record.set(entry.path, 46);
  record.set(extra, 46 + entry.path.length);
  return record;
}

/** The end of the file, after the directory. */
export function endOfDirectory(at: { entries: number; size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(at.entries, MANY), 8);
  end.writeUInt16LE(Math.min(at.entries, MANY), 10);
  end.writeUInt32LE(Math.min(at.size, IN_64), 12);
  end.writeUInt32LE(Math.min(at.offset, IN_64), 16);
  if (at.entries < MANY && at.size < IN_64 && at.offset < IN_64) return end;

  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_ON_UNIX, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(at.entries), 24);
  end64.writeBigUInt64LE(BigInt(at.entries), 32);
  end64.writeBigUInt64LE(BigInt(at.size), 40);
  end64.writeBigUInt64LE(BigInt(at.offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at.offset + at.size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

function flagsOf({ isStreamed }: ZipEntryFacts): number {
  return UTF8_NAME | (isStreamed ? SIZES_FOLLOW : 0);
}

function extra64({ size, packedSize, offset }: ZipEntryFacts): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return extra;
}

/** The exact moment: the older field has a local time, in steps of two seconds. */
function unixTime(modified: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.min(Math.floor(modified.getTime() / 1000), 0x7fffffff), 5);
  return extra;
}

function dosTime(at: Date): number {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  return ((date << 16) | time) >>> 0;
}
