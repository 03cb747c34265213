import { AskedThread } from '~/lib/concurrency/asked-thread.server';
import type { Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { readEmbeddedAfter, readEmbeddingStamp, type EmbeddingOf } from './embedding-data.server';
import workerText from './vector-worker.cjs?raw';

/** Beyond this, comparing with all would take too long for a person who waits. */
const COMPARED = 20_000;
/** Of all profiles together in a process. */
const MAX_BYTES = 96 * 1024 * 1024;
/** So little is loaded while a person waits; otherwise the first question goes without. */
const QUICK_BYTES = 2 * 1024 * 1024;
/** The rows that are read at once. */
const PAGE = 500;
/** The rows that the thread compares at once. */
const GROUP = 4;
/** A thread that doesn't answer by then is replaced. */
const PATIENCE_MS = 2_000;

interface Held {
  stamp: string;
  bytes: number;
  isLoaded: boolean;
}

/** The embeddings of profiles that were searched lately, in a thread of their own. */
class VectorStore {
  readonly #held = new Map<string, Held>();
  readonly #thread = new AskedThread({
    name: 'embeddings',
    text: workerText,
    heapMb: 128,
    patienceMs: PATIENCE_MS,
    onLost: () => this.#held.clear(),
  });

  /**
   * The chunks closest to the question, the closest first; null while the embeddings are being loaded, or if they are too
   * many.
   */
  async rank(
    sql: Sql,
    at: EmbeddingOf & { userId: UserScope },
    question: Int8Array,
    limit: number,
  ): Promise<string[] | null> {
    const key = `${at.profileId} ${at.model} ${question.length}`;
    const held = this.#held.get(key);
    // Compared while the database says whether these are still the ones, which they nearly always are.
    const [{ count, last }, early] = await Promise.all([
      readEmbeddingStamp(sql, at, COMPARED + 1),
      held?.isLoaded ? this.#ask(key, question, limit) : null,
    ]);
    const bytes = count * question.length;
    if (count === 0 || count > COMPARED || bytes > MAX_BYTES) return null;
    const stamp = `${count} ${last ?? ''}`;
    if (early && held?.stamp === stamp) return early;
    if (this.#held.get(key)?.stamp !== stamp) {
      const loading = this.#load(sql, at, { key, stamp, bytes, dims: question.length });
      if (bytes > QUICK_BYTES) return null;
      await loading;
    }
    return this.#held.get(key)?.isLoaded ? this.#ask(key, question, limit) : null;
  }

  #ask(key: string, question: Int8Array, limit: number): Promise<string[] | null> {
    const held = this.#held.get(key);
    // The last used are at the end.
    this.#held.delete(key);
    if (held) this.#held.set(key, held);
    const words = inWords([question], question.length, 1);
    // Why it can't be had is in the log.
    return this.#thread.ask<string[]>({ key, question: words, limit }).catch(() => null);
  }

  async #load(
    sql: Sql,
    at: EmbeddingOf & { userId: UserScope },
    { key, stamp, bytes, dims }: { key: string; stamp: string; bytes: number; dims: number },
  ): Promise<void> {
    this.#drop(key);
    for (const [other, held] of this.#held) {
      if (this.#bytes() + bytes <= MAX_BYTES) break;
      if (held.isLoaded) this.#drop(other);
    }
    const held: Held = { stamp, bytes, isLoaded: false };
    this.#held.set(key, held);
    try {
      for (let after: string | null = null; ;) {
        const rows = await readEmbeddedAfter(sql, { ...at, dims }, after, PAGE);
        if (this.#held.get(key) !== held) return;
        const ids = rows.map(({ id }) => id);
        const embeddings = rows.map(({ embedding }) => embedding);
        const words = inWords(embeddings, dims, Math.ceil(rows.length / GROUP) * GROUP);
        this.#thread.tell({ kind: 'add', key, ids, words }, [words.buffer]);
        after = ids.at(-1) ?? null;
        if (rows.length < PAGE) break;
      }
      held.isLoaded = true;
    } catch (err) {
      log.warn({ err }, 'embeddings could not be loaded');
      if (this.#held.get(key) === held) this.#drop(key);
    }
  }

  #bytes(): number {
    return [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #drop(key: string): void {
    if (this.#held.delete(key) && this.#thread.runs) this.#thread.tell({ kind: 'drop', key });
  }
}

/** Embeddings as the thread compares them: each in whole words of four bytes, filled up with zeros, as are the rows. */
function inWords(
  embeddings: readonly ArrayLike<number>[],
  dims: number,
  rows: number,
): Int32Array<ArrayBuffer> {
  const width = Math.ceil(dims / 4);
  const words = new Int32Array(rows * width);
  const bytes = new Int8Array(words.buffer);
  for (const [row, embedding] of embeddings.entries()) bytes.set(embedding, row * width * 4);
  return words;
}

export function vectorStore(): VectorStore {
  return singleton('vector-store', () => new VectorStore());
}
