import { firstCharacters } from '~/lib/text/one-line';
import { dropFiles, importedTitle } from '~/features/chat/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { storable } from '~/lib/text/storable';

import type { IncomingConversation, IncomingSource, UnreadableConversation } from '../incoming';
import type { ImportState } from '../../page/import-export';
import {
  findKnown,
  putKnown,
  putOutcomes,
  readChosen,
  skipRest,
  type Outcome,
} from '../candidate-data.server';
import { ConversationWriter } from './conversation-writer.server';
import { isOfConversation, keyOf, roomOf, type Work } from './work.server';
import {
  doneOf,
  knownOf,
  NOTHING,
  outcomeOf,
  sizeOf,
  insertNew,
  restoreTied,
  type NewRows,
  type Prepared,
} from './new-rows.server';
import { LargeConversationWriter, type Writing } from './large-conversation-writer.server';
import { beginOf, cleanCount, factsOf, MessagePlaces, weightOf } from './prepare-conversation';
import { importRemarks } from '../refusals';
import { addDone, commitWithoutFlush, lockHeld, addOthers } from './work-data.server';

/** What one transaction writes at most: conversations, and bytes of memory. */
const BATCH = 300;
const BATCH_BYTES = 3 * 1024 * 1024;
/** While one batch waits for PostgreSQL, the next is prepared. */
const WRITES_AT_ONCE = 2;
/** A conversation with more bytes is written in several transactions. */
const LARGE_BYTES = 6 * 1024 * 1024;
/** The share of the progress that is restoring all but the conversations, which comes first. */
const OTHERS_SHARE = 0.2;

/** Imports what the person chose; after an interruption, it doesn't write again what was written. */
export async function writeImport(work: Work): Promise<ImportState> {
  const { held, signal, report } = work;
  const source = await work.open();
  const hasOthers = await restoreOthers(work, source);
  const chosen = await readChosen(sql, held.userId, held.id);
  const writer = new ImportWriter({ work, source, room: roomOf(held.userId) }, chosen);
  const progress = (read: number) => {
    const share = source.bytes > 0 ? read / source.bytes : 0;
    report(hasOthers ? OTHERS_SHARE + share * (1 - OTHERS_SHARE) : share);
  };
  try {
    if (chosen.size > 0) {
      const only = (name: string) => chosen.has(keyOf(name));
      for await (const entry of source.conversations({ signal, only, progress })) {
        await writer.take(entry);
        await work.breathe();
      }
    }
    await writer.finish();
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
  KILLABLE: killPoint('import: all written, not reported');
  await transaction(async (tx) => {
    await lockHeld(tx, held);
    const skipped = await skipRest(tx, held.userId, held.id, importRemarks.unread);
    await addDone(tx, held, { ...NOTHING, skipped });
  });
  return 'done';
}

/** Restores profiles, folders, and all else that an archive of ours holds; false for other exports. */
async function restoreOthers({ held, signal, report }: Work, source: IncomingSource) {
  if (!source.restore) return false;
  const { others, remarks } = await source.restore({
    userId: held.userId,
    signal,
    progress: (done, all) => report(all > 0 ? (done / all) * OTHERS_SHARE : 0),
  });
  const sentences = [...new Set([...source.remarks(), ...remarks].map(storable))];
  await addOthers(sql, held, { others, remarks: sentences });
  return true;
}

const titles = {
  imported: importedTitle,
  bounded: firstCharacters,
};

/** A batch that is being written. */
interface Write {
  keys: ReadonlySet<string>;
  ended: Promise<void>;
}

/** Collects conversations into batches, and writes them while the next ones are read. */
class ImportWriter {
  #batch: Prepared[] = [];
  #bytes = 0;
  /** Oldest first. */
  readonly #writes: Write[] = [];
  readonly #writing: Writing;
  readonly #work: Work;
  readonly #chosen: ReadonlyMap<string, number>;
  /** The keys that this import has written: when the export has one again, it adds to the same conversation. */
  readonly #written = new Set<string>();

  /** `chosen` maps the keys of what to import to their indexes. */
  constructor(writing: Writing, chosen: ReadonlyMap<string, number>) {
    this.#writing = writing;
    this.#work = writing.work;
    this.#chosen = chosen;
  }

  /** @throws what is not the fault of this conversation alone */
  async take(entry: IncomingConversation | UnreadableConversation): Promise<void> {
    const key = entry.key === null ? null : keyOf(entry.key);
    const index = key === null ? undefined : this.#chosen.get(key);
    if (key === null || index === undefined) return;
    if ('unreadable' in entry) {
      return this.#skip(index, storable(entry.unreadable));
    }
    try {
      await this.#read(entry, index, key);
    } catch (error) {
      if (!isOfConversation(error, this.#work.signal)) throw error;
      log.warn({ err: error, import: this.#work.held.id }, 'a conversation could not be read');
      // The source may know the reason.
      const reason = error instanceof AppError ? storable(error.userMessage) : null;
      await this.#skip(index, reason ?? importRemarks.unread);
    }
  }

  async finish(): Promise<void> {
    await this.#flush();
    while (this.#writes.length > 0) await this.#oldestEnded();
  }

  /** Waits for batches being written, and ignores their errors: the one that ended the import is thrown. */
  async giveUp(): Promise<void> {
    await Promise.allSettled(this.#writes.map(({ ended }) => ended));
  }

  async #oldestEnded(): Promise<void> {
    await this.#writes.shift()?.ended;
  }

  async #read(entry: IncomingConversation, index: number, key: string): Promise<void> {
    const now = Date.now();
    const facts = factsOf(entry, this.#writing.source.service, { now, titles });
    const places = new MessagePlaces(beginOf(facts, cleanCount(entry.messageCount), now));
    const prepared: Prepared = {
      ...{ entry, index, key, facts },
      messages: [],
      bytes: 0,
      newId: newId(),
    };
    let large: LargeConversationWriter | null = null;
    try {
      for await (const message of entry.messages()) {
        const placed = places.place(message);
        if (!placed) continue;
        prepared.messages.push(placed);
        prepared.bytes += weightOf(placed);
        if (prepared.bytes < LARGE_BYTES) continue;
        large ??= await this.#beginLarge(prepared);
        await large.write(prepared.messages);
        prepared.messages = [];
        prepared.bytes = 0;
        await this.#work.breathe();
      }
      if (large) {
        await large.write(prepared.messages);
        await large.finish({ again: this.#written.has(key) });
        this.#written.add(key);
        return;
      }
    } catch (error) {
      if (isOfConversation(error, this.#work.signal)) await large?.abandon();
      throw error;
    }
    if (prepared.messages.length === 0) return this.#skip(index, importRemarks.empty);
    this.#batch.push(prepared);
    this.#bytes += prepared.bytes;
    if (this.#batch.length >= BATCH || this.#bytes >= BATCH_BYTES) await this.#flush();
  }

  /** Writes what is waiting first. */
  async #beginLarge(prepared: Prepared): Promise<LargeConversationWriter> {
    await this.finish();
    return LargeConversationWriter.begin(this.#writing, prepared);
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    if (batch.length === 0) return;
    const keys = new Set(batch.map(({ key }) => key));
    while (this.#writes.length >= WRITES_AT_ONCE || this.#isUnderWay(keys)) {
      await this.#oldestEnded();
    }
    const ended = this.#write(batch);
    this.#writes.push({ keys, ended });
    ended.catch(() => {
      // Thrown where the batch is awaited.
    });
  }

  /** A conversation that the export has twice would be inserted twice. */
  #isUnderWay(keys: ReadonlySet<string>): boolean {
    return this.#writes.some((write) => [...keys].some((key) => write.keys.has(key)));
  }

  async #write(batch: readonly Prepared[]): Promise<void> {
    const { userId } = this.#work.held;
    const keys = batch.map(({ key }) => key);
    const known = new Map(
      (await findKnown(sql, userId, this.#writing.source.service, keys)).map((one) => [
        one.key,
        one,
      ]),
    );
    const fresh: Prepared[] = [];
    const again: Prepared[] = [];
    const seen = new Set<string>();
    for (const one of batch) {
      const isFresh = !known.has(one.key) && !seen.has(one.key);
      seen.add(one.key);
      (isFresh ? fresh : again).push(one);
    }
    if (fresh.length > 0) await this.#writeFresh(fresh);
    // By now, the first of two with the same key has been written.
    for (const one of again) await this.#grow(one);
  }

  async #grow(prepared: Prepared): Promise<void> {
    let writer: LargeConversationWriter | null = null;
    try {
      writer = await LargeConversationWriter.begin(this.#writing, prepared);
      await writer.write(prepared.messages);
      await writer.finish({ again: this.#written.has(prepared.key) });
      this.#written.add(prepared.key);
    } catch (error) {
      if (isOfConversation(error, this.#work.signal)) await writer?.abandon();
      await this.#blame(prepared, error);
    }
  }

  /** All in one transaction; if it fails because of a conversation, each half is tried again. */
  async #writeFresh(batch: readonly Prepared[]): Promise<void> {
    const { held, signal } = this.#work;
    const created: NewRows[] = [];
    try {
      for (const prepared of batch) created.push(await this.#prepareRows(prepared));
      await transaction(async (tx) => {
        await commitWithoutFlush(tx);
        await insertNew(tx, held.userId, created);
        const ids = created.flatMap(({ rows }) => rows.ids);
        await restoreTied(tx, held.userId, this.#writing.source, ids);
        // Late, so that the other batch needn't wait for the lock.
        await lockHeld(tx, held);
        await putKnown(tx, held.userId, this.#writing.source.service, created.map(knownOf));
        const outcomes = created.map(outcomeOf);
        await putOutcomes(tx, held.userId, held.id, outcomes);
        await addDone(tx, held, doneOf(created));
        KILLABLE: killPoint('import: a batch written, not committed');
      });
      KILLABLE: killPoint('import: a batch committed');
      for (const { key } of batch) this.#written.add(key);
      this.#settle(created);
    } catch (error) {
      await dropFiles(created.flatMap(({ rows }) => rows.files.map(({ key }) => key)));
      this.#settle(created);
      const [only] = batch;
      if (batch.length === 1 && only) return this.#blame(only, error);
      if (!isOfConversation(error, signal)) throw error;
      const half = Math.ceil(batch.length / 2);
      await this.#writeFresh(batch.slice(0, half));
      await this.#writeFresh(batch.slice(half));
    }
  }

  #settle(created: readonly NewRows[]): void {
    this.#writing.room.settle(sizeOf(created.flatMap(({ rows }) => rows.files)));
  }

  async #prepareRows(prepared: Prepared): Promise<NewRows> {
    const { held, signal } = this.#work;
    const writer = new ConversationWriter(prepared.newId, {
      userId: held.userId,
      source: this.#writing.source,
      activeKey: prepared.entry.activeKey,
      room: this.#writing.room,
      signal,
    });
    return { prepared, writer, rows: await writer.rowsOf(prepared.messages) };
  }

  async #blame({ index }: Prepared, error: unknown): Promise<void> {
    if (!isOfConversation(error, this.#work.signal)) throw error;
    log.warn({ err: error, import: this.#work.held.id }, 'a conversation could not be stored');
    await this.#skip(index, importRemarks.unstored);
  }

  async #skip(index: number, remark: string): Promise<void> {
    const { held } = this.#work;
    await transaction(async (tx) => {
      await lockHeld(tx, held);
      const outcome: Outcome = {
        index,
        outcome: 'skipped',
        conversationId: null,
        remarks: [remark],
      };
      await putOutcomes(tx, held.userId, held.id, [outcome]);
      await addDone(tx, held, { ...NOTHING, skipped: 1 });
    });
  }
}
