import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import { makeConversation, type RawConversation } from './conversation.ts';
import { idOf, randomOf } from './random.ts';

export interface ExportOptions {
  /** The same seed makes the same conversations; more `turns` make them grow. */
  seed?: number;
  conversations?: number;
  turns?: number;
  /** Words in each answer. */
  words?: number;
  branchEvery?: number;
  /** `classic`: one conversations.json, `file-…-name.png`. `sharded`: conversations-000.json …. `dat`: as since May 2026. */
  layout?: 'classic' | 'sharded' | 'dat';
  perShard?: number;
  /** How many conversations have an asset, starting with the first. */
  assets?: number;
  assetBytes?: number;
  /** Writes these conversations instead of generated ones. */
  raw?: readonly RawConversation[];
  /** A folder for everything, such as `brand/`. */
  folder?: string;
  /** Compresses conversations; assets are stored uncompressed. */
  compress?: boolean;
  /** Which shards this ZIP has, for exports in several parts. */
  shards?: { from: number; to: number };
  /** Further entries. */
  others?: Readonly<Record<string, string | Buffer>>;
}

export interface WrittenExport {
  conversations: number;
  /** How many messages should be shown. */
  messages: number;
  assets: number;
}

/** Streams an export of any size as a ZIP to `path`. */
export async function writeExport(
  path: string,
  options: ExportOptions = {},
): Promise<WrittenExport> {
  const settings = settled(options);
  const { layout, folder, compress, assets, assetBytes, shards, others } = settings;
  const zip = new ZipFile();
  const add = (name: string, read: () => Readable, packed: boolean) =>
    zip.addReadStreamLazy(folder + name, { compress: packed, mtime: MADE }, (done) =>
      done(null, read()),
    );
  const names = shardNames(settings);
  for (const [at, name] of names.entries()) {
    if (at < shards.from || at >= shards.to) continue;
    add(name, () => Readable.from(jsonOf(settings, at)), compress);
  }
  const small = (name: string, value: unknown) =>
    zip.addBuffer(Buffer.from(JSON.stringify(value)), folder + name, { mtime: MADE });
  small('user.json', { id: 'user-1', email: 'somebody@example.test' });
  small('message_feedback.json', []);
  small('shared_conversations.json', []);
  zip.addBuffer(Buffer.from('<html>chat</html>'), `${folder}chat.html`, { mtime: MADE });
  for (let at = 0; at < assets; at++) {
    const { entry } = assetOf(settings, at);
    add(entry, () => Readable.from(photoOf(settings.seed + at, assetBytes)), false);
  }
  if (layout === 'dat') {
    // After the files that it names, as in real exports.
    small(
      'conversation_asset_file_names.json',
      Object.fromEntries(
        Array.from({ length: assets }, (_, at) => {
          const { entry, name } = assetOf(settings, at);
          return [entry, name];
        }),
      ),
    );
    small('export_manifest.json', {
      export_files: names.map((name) => ({ path: name })),
    });
    small('library_files.json', []);
    small('sora.json', { generations: [] });
  }
  for (const [name, content] of Object.entries(others)) {
    zip.addBuffer(Buffer.from(content), name, { mtime: MADE });
  }
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
  return counted(settings);
}

/** Writes one JSON file, of one shard or of all. */
export async function writeJson(
  path: string,
  options: ExportOptions & { wrapped?: boolean } = {},
): Promise<WrittenExport> {
  const settings = settled({ ...options, layout: 'classic' });
  await pipeline(Readable.from(jsonOf(settings, 0, options.wrapped)), createWriteStream(path));
  return counted(settings);
}

/** Writes shards as separate files; returns their paths. */
export async function writeShards(
  directory: string,
  options: ExportOptions = {},
): Promise<string[]> {
  const settings = settled({ ...options, layout: 'sharded' });
  const paths: string[] = [];
  for (const [at, name] of shardNames(settings).entries()) {
    const path = join(directory, name);
    await pipeline(Readable.from(jsonOf(settings, at)), createWriteStream(path));
    paths.push(path);
  }
  return paths;
}

const MADE = new Date('2026-06-01T12:00:00Z');

type Settled = Required<ExportOptions>;

function settled(options: ExportOptions): Settled {
  return {
    seed: 1,
    conversations: options.raw?.length ?? 10,
    turns: 3,
    words: 40,
    branchEvery: 5,
    layout: 'classic',
    perShard: 100,
    assets: 0,
    assetBytes: 1_000,
    raw: [],
    folder: '',
    compress: true,
    shards: { from: 0, to: Infinity },
    others: {},
    ...options,
  };
}

function shardNames({ layout, conversations, perShard }: Settled): string[] {
  if (layout === 'classic') return ['conversations.json'];
  return Array.from(
    { length: Math.max(1, Math.ceil(conversations / perShard)) },
    (_, at) => `conversations-${String(at).padStart(3, '0')}.json`,
  );
}

function assetOf({ layout, seed }: Settled, at: number) {
  const name = `picture ${at}.png`;
  if (layout === 'classic') {
    const id = `file-${idOf(seed, at).replaceAll('-', '').slice(0, 22)}`;
    return { id, name, entry: `${id}-${name}` };
  }
  const id = `file_${idOf(seed, at).replaceAll('-', '')}`;
  return { id, name, entry: layout === 'dat' ? `${id}.dat` : `${id}-${name}` };
}

async function* jsonOf(settings: Settled, shard: number, wrapped = false): AsyncGenerator<string> {
  const { layout, conversations, perShard, raw, assets, assetBytes } = settings;
  const from = layout === 'classic' ? 0 : shard * perShard;
  const to = layout === 'classic' ? conversations : Math.min(conversations, from + perShard);
  yield wrapped ? '{"conversations": [' : '[';
  for (let index = from; index < to; index++) {
    const asset =
      index < assets ? { ...assetOf(settings, index), size: assetBytes, type: 'image/png' } : null;
    const made = raw[index] ?? makeConversation({ ...settings, index, asset });
    yield (index === from ? '' : ', ') + JSON.stringify(made);
  }
  yield wrapped ? ']}' : ']';
}

function counted({ conversations, turns, branchEvery, raw, assets }: Settled): WrittenExport {
  const branched = turns > 0 ? Math.floor(conversations / branchEvery) : 0;
  return {
    conversations,
    messages: raw.length > 0 ? NaN : conversations * turns * 2 + branched,
    assets,
  };
}

/** Incompressible bytes that begin like a PNG. */
function* photoOf(seed: number, size: number): Generator<Buffer> {
  const head = Buffer.from('89504e470d0a1a0a', 'hex');
  yield head.subarray(0, size);
  const random = randomOf(seed);
  const block = Buffer.from(Array.from({ length: 65_536 }, () => Math.floor(random() * 256)));
  for (let left = size - head.length; left > 0; left -= block.length) {
    yield block.subarray(0, left);
  }
}
