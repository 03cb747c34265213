import { AppError } from '~/lib/errors';

import type { IncomingConversation, IncomingSource, UnreadableConversation } from '../incoming';
import { asUtf8 } from './as-utf8';
import { Assets } from './assets.server';
import { conversationFiles, type ExportFile, type ExportPiece } from './export-files';
import { JsonSplitter, NotSplittable, type SplitHandler } from './json-splitter';
import { missingParts } from './missing-parts';
import { Pace } from './pace.server';
import { ReadingConversation } from './read-conversation.server';

/** So much is looked through between two looks at the clock. */
const SLICE = 64 * 1024;

type Read = IncomingConversation | UnreadableConversation;

/** An export of ChatGPT, of whatever it was uploaded as; null where there are no conversations in it. */
export async function openChatGpt(pieces: readonly ExportPiece[]): Promise<IncomingSource | null> {
  const files = conversationFiles(pieces);
  if (files.length === 0) return null;
  const remarks = new Set<string>();
  for (const piece of pieces) {
    if ('zip' in piece) for (const sentence of piece.zip.remarks) remarks.add(sentence);
  }
  for (const sentence of await missingParts(pieces)) remarks.add(sentence);
  const assets = await Assets.of(pieces, (sentence) => remarks.add(sentence));
  return {
    service: 'chatgpt',
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    remarks: () => [...remarks],
    openFile: (ref) => assets.open(ref),
    async *conversations({ signal, only, progress }) {
      let read = 0;
      for (const file of files) {
        const before = read;
        const reader = new FileReader(assets, only, (sentence) => remarks.add(sentence));
        yield* reader.read(file, signal, (count) => progress?.(before + count));
        read = before + file.size;
        progress?.(read);
      }
    },
  };
}

class FileReader implements SplitHandler {
  readonly #assets: Assets;
  readonly #only: ((key: string) => boolean) | undefined;
  readonly #remark: (sentence: string) => void;
  #reading: ReadingConversation | null = null;
  #ready: ReadingConversation[] = [];
  #others = 0;

  constructor(
    assets: Assets,
    only: ((key: string) => boolean) | undefined,
    remark: (sentence: string) => void,
  ) {
    this.#assets = assets;
    this.#only = only;
    this.#remark = remark;
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
      for await (const piece of counting(file, (bytes) => (count += bytes))) {
        for (let at = 0; at < piece.length; at += SLICE) {
          signal.throwIfAborted();
          splitter.push(piece.subarray(at, at + SLICE));
          await this.#reading?.settle();
          yield* this.#handOut(pace);
          if (pace.isDue) await pace.pause();
        }
        progress(count);
      }
      if (!splitter.end()) throw new NotSplittable(BREAKS_OFF);
    } catch (error) {
      // What ended before is whole. A store that fails, or an import that is cancelled, is no fault of the file.
      if (!(error instanceof NotSplittable) && !isRefusal(error)) throw error;
      yield* this.#handOut(pace);
      this.#remark(sentenceOn(file, error, count));
      if (this.#reading) yield this.#broken(this.#reading);
    } finally {
      await this.#reading?.dispose();
      for (const conversation of this.#ready) await conversation.dispose();
    }
    if (this.#others > 0) {
      yield* Array.from({ length: Math.min(this.#others, 100) }, () => NO_CONVERSATION);
    }
  }

  #broken(conversation: ReadingConversation): UnreadableConversation {
    return {
      key: conversation.key,
      title: conversation.title,
      unreadable: 'The file breaks off in the middle of it.',
    };
  }

  async *#handOut(pace: Pace): AsyncGenerator<Read> {
    while (this.#ready.length > 0) {
      const conversation = this.#ready[0]!;
      const read = await conversation.finish(pace, this.#only);
      if (read !== null) yield read;
      await conversation.dispose();
      this.#ready.shift();
    }
  }

  conversationStart(): void {
    this.#reading = new ReadingConversation(this.#assets, this.#only !== undefined);
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

function sentenceOn(file: ExportFile, error: NotSplittable | AppError, read: number): string {
  if (error instanceof AppError) return `${error.userMessage} What came before it was read.`;
  return error.message === BREAKS_OFF && read >= file.size
    ? `“${file.path}” breaks off before its end. What came before was read.`
    : `“${file.path}” is not what ChatGPT writes, at least from some place on. What came before was read.`;
}

const BREAKS_OFF = 'it breaks off';

const NO_CONVERSATION: UnreadableConversation = {
  key: null,
  title: null,
  unreadable: 'It is no conversation.',
};

async function* counting(file: ExportFile, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (file.refused !== null) throw new AppError('invalid', file.refused);
  async function* counted() {
    for await (const piece of file.open()) {
      count(piece.length);
      yield piece;
    }
  }
  yield* asUtf8(counted());
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid';
}
