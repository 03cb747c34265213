import {
  deleteUnfinished,
  finishImported,
  growImportedMessages,
  insertImportedConversations,
  insertImportedMessages,
  insertKeptFiles,
  lockImported,
  readExistingMessages,
} from '~/features/chat/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';

import type { IncomingSource } from '../incoming';
import { findKnown, putKnown, putOutcomes, type Outcome } from '../candidate-data.server';
import { ConversationWriter } from './conversation-writer.server';
import {
  baseOf,
  knownOf,
  missingFilesOf,
  NOTHING,
  outcomeOf,
  restoreTied,
  sizeOf,
  type Prepared,
} from './new-rows.server';
import type { PlacedMessage } from './prepare-conversation';
import { importRemarks } from '../refusals';
import type { Room, Work } from './work.server';
import { addDone, lockHeld } from './work-data.server';

/** What the writers of an import's conversations share. */
export interface Writing {
  work: Work;
  source: IncomingSource;
  room: Room;
}

/**
 * Writes a conversation in several transactions: one that has grown, or is too large for the memory. A new one is listed
 * only once it is complete; after an interruption, it continues.
 */
export class LargeConversationWriter {
  #messages = 0;
  #files = 0;
  /** Existing messages that have more text or files now. */
  #changed = 0;
  readonly #writing: Writing;
  readonly #prepared: Prepared;
  readonly #writer: ConversationWriter;

  /** How many messages there were before. */
  readonly #before: number;

  private constructor(
    writing: Writing,
    prepared: Prepared,
    { writer, before }: { writer: ConversationWriter; before: number },
  ) {
    this.#writing = writing;
    this.#prepared = prepared;
    this.#writer = writer;
    this.#before = before;
  }

  static async begin(writing: Writing, prepared: Prepared): Promise<LargeConversationWriter> {
    const { work, source, room } = writing;
    const { held, signal } = work;
    const { userId } = held;
    const { entry, facts, key } = prepared;
    const [known] = await findKnown(sql, userId, source.service, [key]);
    const id = known?.conversationId ?? prepared.newId;
    if (!known) {
      await transaction(async (tx) => {
        await lockHeld(tx, held);
        await insertImportedConversations(tx, userId, [baseOf({ userId, id }, facts, entry, null)]);
        // Known as empty, so that a later import continues what this one may not finish.
        const unfinished = { key, conversationId: id, messages: 0, endedAt: null, missingFiles: 0 };
        await putKnown(tx, userId, source.service, [unfinished]);
      });
    }
    KILLABLE: killPoint('import: a large conversation begun');
    const existing = known ? await readExistingMessages(sql, userId, id) : [];
    const context = { userId, source, activeKey: entry.activeKey, room, signal };
    const writer = new ConversationWriter(id, context, existing);
    return new LargeConversationWriter(writing, prepared, { writer, before: existing.length });
  }

  async write(messages: readonly PlacedMessage[]): Promise<void> {
    const { held } = this.#writing.work;
    const rows = await this.#writer.rowsOf(messages);
    await transaction(async (tx) => {
      await lockHeld(tx, held);
      this.#messages += await insertImportedMessages(tx, held.userId, rows.messages);
      this.#changed += await growImportedMessages(tx, held.userId, rows.grown);
      await insertKeptFiles(tx, held.userId, rows.files);
      await restoreTied(tx, held.userId, this.#writing.source, rows.ids);
    });
    KILLABLE: killPoint('import: a large conversation written');
    this.#files += rows.files.length;
    this.#writing.room.settle(sizeOf(rows.files));
  }

  /** Removes a new conversation that can't be completed. */
  async abandon(): Promise<void> {
    await deleteUnfinished(this.#writing.work.held.userId, this.#writer.conversationId);
  }

  /** With `again`, the export had it before: then its line in the report exists, and it isn't counted twice. */
  async finish({ again }: { again: boolean }): Promise<void> {
    const { held } = this.#writing.work;
    const { userId } = held;
    const { source } = this.#writing;
    const prepared = this.#prepared;
    const writer = this.#writer;
    const end = writer.end();
    const at = { userId, id: writer.conversationId };
    const { lastUpdated } = baseOf(at, prepared.facts, prepared.entry, end);
    await transaction(async (tx) => {
      await lockHeld(tx, held);
      const standing = await lockImported(tx, userId, writer.conversationId);
      // Its owner deleted it while it was being imported.
      if (!standing || !end) return this.#skip(tx);
      const isNew = !standing.finished;
      const isChanged = isNew || this.#messages + this.#changed + this.#files > 0;
      if (isChanged) {
        await finishImported(tx, userId, writer.conversationId, {
          leafId: standing.continued ? null : end.leafId,
          lastMessage: end.lastMessage,
          lastUpdated,
        });
      }
      await putKnown(tx, userId, source.service, [knownOf({ prepared, writer })]);
      const outcome = outcomeOf({ prepared, writer });
      if (!again) {
        await putOutcomes(tx, userId, held.id, [
          isNew ? outcome : { ...outcome, outcome: 'updated' },
        ]);
      }
      await addDone(tx, held, {
        ...NOTHING,
        imported: isNew ? 1 : 0,
        updated: isChanged && !isNew && !again ? 1 : 0,
        // The messages of a new one that was interrupted haven't been counted yet.
        messages: this.#messages + (isNew ? this.#before : 0),
        filesStored: this.#files,
        filesMissing: again ? 0 : missingFilesOf({ prepared, writer }),
      });
      KILLABLE: killPoint('import: a large conversation finished, not committed');
    });
  }

  async #skip(tx: Sql): Promise<void> {
    const { held } = this.#writing.work;
    const { index } = this.#prepared;
    const remarks = [importRemarks.deleted];
    const outcome: Outcome = { index, outcome: 'skipped', conversationId: null, remarks };
    await putOutcomes(tx, held.userId, held.id, [outcome]);
    await addDone(tx, held, { ...NOTHING, skipped: 1 });
  }
}
