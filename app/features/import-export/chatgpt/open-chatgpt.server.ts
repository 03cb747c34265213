import { AppError } from '~/lib/errors';
import { formatNumber } from '~/lib/format/numbers';
import { fieldsOf, parsedOf } from '~/lib/json';

import type {
  IncomingConversation,
  IncomingSource,
  UnreadableConversation,
} from '../imports/incoming';
import { asUtf8 } from './as-utf8';
import { Assets } from './assets.server';
import {
  conversationFiles,
  type ExportFile,
  type UploadedExport,
  filesOf,
  shardNumber,
  fullText,
} from './export-files.server';
import { JsonSplitter, NotSplittable, type SplitHandler } from './json-splitter';
import { Pace } from './pace.server';
import { ReadingConversation } from './read-conversation.server';
import { roomForGrowth, type Growth } from './render-message';
import { listOf, textOf } from './untrusted';

/** Bytes that are read between checks of the clock. */
const SLICE = 64 * 1024;

type Read = IncomingConversation | UnreadableConversation;

/** An export of ChatGPT, uploaded as ZIP or JSON files; null when it has no conversations. */
export async function openChatGpt(
  uploads: readonly UploadedExport[],
): Promise<IncomingSource | null> {
  const files = await conversationFiles(uploads);
  if (files.length === 0) return null;
  const remarks = new Set<string>();
  for (const upload of uploads) {
    if ('zip' in upload) for (const sentence of upload.zip.remarks) remarks.add(sentence);
  }
  for (const sentence of await missingFiles(uploads)) remarks.add(sentence);
  const assets = await Assets.of(uploads, (sentence) => remarks.add(sentence));
  return {
    service: 'chatgpt',
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    remarks: () => [...remarks],
    openFile: (ref) => assets.open(ref),
    async *conversations({ signal, only, progress }) {
      const growth = roomForGrowth();
      let read = 0;
      for (const file of files) {
        const before = read;
        const remark = (sentence: string) => remarks.add(sentence);
        const reader = new FileReader(assets, { only, remark, growth });
        yield* reader.read(file, signal, (count) => progress?.(before + count));
        read = before + file.size;
        progress?.(read);
      }
    },
  };
}

/** Reads the conversations of one file. */
class FileReader implements SplitHandler {
  readonly #assets: Assets;
  readonly #only: ((key: string) => boolean) | undefined;
  readonly #remark: (sentence: string) => void;
  #reading: ReadingConversation | null = null;
  #ready: ReadingConversation[] = [];
  #others = 0;
  /** How many conversations of the file were complete. */
  #read = 0;

  readonly #growth: Growth;

  constructor(
    assets: Assets,
    {
      only,
      remark,
      growth,
    }: {
      only: ((key: string) => boolean) | undefined;
      remark: (sentence: string) => void;
      growth: Growth;
    },
  ) {
    this.#assets = assets;
    this.#only = only;
    this.#remark = remark;
    this.#growth = growth;
  }

  async *read(
    file: ExportFile,
    signal: AbortSignal,
    progress: (read: number) => void,
  ): AsyncGenerator<Read> {
    const pace = new Pace();
    const splitter = new JsonSplitter(this);
    let count = 0;
    try {
      for await (const chunk of counting(file, (bytes) => (count += bytes))) {
        for (let at = 0; at < chunk.length; at += SLICE) {
          signal.throwIfAborted();
          splitter.push(chunk.subarray(at, at + SLICE));
          await this.#reading?.settle();
          yield* this.#handOut(pace);
          if (pace.isDue) await pace.pause();
        }
        progress(count);
      }
      if (!splitter.end()) throw new NotSplittable(CUT_OFF);
    } catch (error) {
      // Conversations that ended before are complete. A failing store or a canceled import is no fault of the file.
      if (!(error instanceof NotSplittable) && !isRefusal(error)) throw error;
      yield* this.#handOut(pace);
      this.#remark(sentenceOn(file, error, { bytes: count, conversations: this.#read }));
      if (this.#reading) yield this.#cutOff(this.#reading);
    } finally {
      await this.#reading?.dispose();
      for (const conversation of this.#ready) await conversation.dispose();
    }
    if (this.#others > 0) {
      yield* Array.from({ length: Math.min(this.#others, 100) }, () => NO_CONVERSATION);
    }
  }

  #cutOff(conversation: ReadingConversation): UnreadableConversation {
    return {
      key: conversation.key,
      title: conversation.title,
      unreadable: 'The file ends in the middle of it.',
    };
  }

  async *#handOut(pace: Pace): AsyncGenerator<Read> {
    while (this.#ready.length > 0) {
      const conversation = this.#ready[0]!;
      const read = await conversation.finish(pace, this.#only);
      this.#read += 1;
      if (read !== null) yield read;
      await conversation.dispose();
      this.#ready.shift();
    }
  }

  conversationStart(): void {
    const waits = this.#only !== undefined;
    this.#reading = new ReadingConversation(this.#assets, { waits, growth: this.#growth });
  }

  field(name: string, bytes: Buffer): void {
    this.#reading?.field(name, bytes);
  }

  node(key: string, bytes: Buffer): void {
    this.#reading?.node(key, bytes);
  }

  largeNode(key: string): void {
    this.#reading?.largeNode(key);
  }

  conversationEnd(): void {
    if (this.#reading) this.#ready.push(this.#reading);
    this.#reading = null;
  }

  other(): void {
    this.#others++;
  }
}

function sentenceOn(
  { path, size }: ExportFile,
  error: NotSplittable | AppError,
  read: { bytes: number; conversations: number },
): string {
  const before = read.conversations > 0;
  if (error instanceof AppError) {
    return before ? `${error.userMessage} Everything before that was read.` : error.userMessage;
  }
  if (error.message === CUT_OFF && read.bytes >= size) {
    return before
      ? `“${path}” is cut off. Everything before that was read.`
      : `“${path}” is cut off before the end of its first conversation.`;
  }
  return before
    ? `Part of “${path}” isn’t in ChatGPT’s format. Everything before that was read.`
    : `“${path}” isn’t in ChatGPT’s format.`;
}

const CUT_OFF = 'it is cut off';

const NO_CONVERSATION: UnreadableConversation = {
  key: null,
  title: null,
  unreadable: 'It isn’t a conversation.',
};

async function* counting(file: ExportFile, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (file.refused !== null) throw new AppError('invalid', file.refused);
  async function* counted() {
    for await (const chunk of file.open()) {
      count(chunk.length);
      yield chunk;
    }
  }
  yield* asUtf8(counted());
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid';
}

const MANIFEST = 'export_manifest.json';
const MAX_MANIFEST = 16 * 1024 * 1024;

/**
 * A large export comes as several ZIP files, of which each lists the files of all. Returns sentences on those missing.
 */
async function missingFiles(uploads: readonly UploadedExport[]): Promise<string[]> {
  const listed = new Set<string>();
  const there = new Set<string>();
  const pace = new Pace();
  for (const upload of uploads) {
    if (!('zip' in upload)) {
      there.add(upload.name);
      continue;
    }
    let manifestPath = '';
    for (const path of upload.zip.entries.keys()) {
      if (path === MANIFEST || path.endsWith(`/${MANIFEST}`)) manifestPath ||= path;
      if (pace.isDue) await pace.pause();
    }
    const folder = manifestPath.slice(0, -MANIFEST.length);
    for (const path of upload.zip.entries.keys()) {
      there.add(path.startsWith(folder) ? path.slice(folder.length) : path);
      if (pace.isDue) await pace.pause();
    }
    for (const file of filesOf(upload)) {
      if (file.path !== manifestPath) continue;
      const text = await fullText(file, MAX_MANIFEST);
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
      ? '1 of its files wasn’t'
      : `${formatNumber(missing.length)} of its files weren’t`;
  const which = shards === 0 ? '' : `, including ${shards} with conversations`;
  return [
    `Part of this export is missing: ${files} uploaded${which}. ` +
      'If it came as several ZIP files, upload them all together.',
  ];
}
