import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateRawSync } from 'node:zlib';

import { ZipFile } from 'yazl';

import { makeConversation, rawChain, rawMessage, type RawConversation } from './conversation';
import { idOf, randomOf, wordsOf } from './random';

/** Writes a file with one conversation of about this size, in nodes of about 2 KB. */
export async function writeLargeConversation(
  path: string,
  {
    bytes,
    characters = 1_500,
    seed = 1,
    zip = false,
  }: { bytes: number; characters?: number; seed?: number; zip?: boolean },
): Promise<{ nodes: number }> {
  let nodes = 0;
  async function* json(): AsyncGenerator<string> {
    const random = randomOf(seed);
    // One text, rotated for each node: generating words costs more than reading them.
    const text = wordsOf(random, 600);
    yield '[{"title":"A large one","create_time":1700000000.5,"update_time":1700000001,"mapping":{';
    yield '"client-created-root":{"id":"client-created-root","message":null,"parent":null,"children":[]}';
    let parent = 'client-created-root';
    for (let written = 0; written < bytes; nodes++) {
      const id = idOf(seed, nodes, 7);
      const at = (nodes * 37) % 2_000;
      const node = JSON.stringify({
        id,
        message: rawMessage(id, {
          role: nodes % 2 === 0 ? 'user' : 'assistant',
          content: `${nodes} ${text.slice(at, at + characters)}`,
          time: 1_700_000_000 + nodes,
        }),
        parent,
        children: [idOf(seed, nodes + 1, 7)],
      });
      written += node.length;
      parent = id;
      yield `,${JSON.stringify(id)}:${node}`;
    }
    yield `},"current_node":${JSON.stringify(parent)},"conversation_id":"large","id":"large"}]`;
  }
  if (!zip) {
    await pipeline(Readable.from(json()), createWriteStream(path));
    return { nodes };
  }
  const file = new ZipFile();
  file.addReadStreamLazy('conversations.json', { compress: true }, (done) =>
    done(null, Readable.from(json())),
  );
  file.end();
  await pipeline(file.outputStream as Readable, createWriteStream(path));
  return { nodes };
}

/** A valid export among many other entries. The ZIP library would take minutes for them. */
export function manyEntries(entries: number): Buffer {
  return oddZip([
    ...Array.from({ length: entries }, (_, at) => ({
      name: `files/file_${String(at).padStart(10, '0')}.dat`,
      content: 'x',
      method: 0,
    })),
    { name: 'conversations.json', content: JSON.stringify(someConversations(3)) },
  ]);
}

export function someConversations(count: number, seed = 1): RawConversation[] {
  return Array.from({ length: count }, (_, index) =>
    makeConversation({ seed, index, turns: 2, words: 20, branchEvery: 5 }),
  );
}

/** A conversation whose parents form a circle. */
export function circularConversation(): RawConversation {
  const made = rawChain('circle', [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'second' },
    { role: 'user', content: 'third' },
  ]);
  const mapping = made.mapping as Record<string, { parent: unknown }>;
  mapping['circle-0']!.parent = 'circle-2';
  return made;
}

export interface OddEntry {
  name: string;
  content: Buffer | string;
  /** The unpacked size that it claims. */
  says?: number;
  crc?: number;
  encrypted?: boolean;
  method?: number;
  /** Points to the bytes of the previous entry. */
  overlaps?: boolean;
}

/** A ZIP with wrong metadata, which no library would write. */
export function oddZip(entries: readonly OddEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let last = 0;
  for (const { name, content, says, crc, encrypted, method = 8, overlaps } of entries) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const path = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 6);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(crc ?? crc32(bytes), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(says ?? bytes.length, 22);
    header.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    header.copy(central, 6, 4, 30);
    central.writeUInt32LE(overlaps ? last : at, 42);
    directory.push(central, path);
    if (overlaps) continue;
    last = at;
    parts.push(header, path, packed);
    at += header.length + path.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  if (entries.length < 0xffff) return Buffer.concat([...parts, list, end]);
  // Many entries need the ZIP64 end record and its locator.
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(entries.length), 24);
  large.writeBigUInt64LE(BigInt(entries.length), 32);
  large.writeBigUInt64LE(BigInt(list.length), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(at + list.length), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([...parts, list, large, end]);
}
