import {
  type GrownMessage,
  type ImportedMessage,
  keepImportedFile,
  type StoredAttachment,
  type MessageFile,
  savedPreview,
  type ExistingMessage,
} from '~/features/chat/index.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import { archiveIdsOf } from '../../archive/archive-ids.server';
import type { IncomingFile, IncomingSource } from '../incoming';
import type { FILE_LOSSES } from '../refusals';
import { derivedId, derivedPart } from './derived-id.server';
import { type PlacedMessage } from './prepare-conversation';
import type { Room } from './work.server';

export type MessageFileRow = StoredAttachment & { messageId: string; position: number };

/** How many of a conversation's files weren't stored, by reason. */
export type FileLosses = Record<keyof typeof FILE_LOSSES, number>;

export interface WriterContext {
  userId: UserScope;
  source: IncomingSource;
  /** The last message of the branch that is shown; null for the latest message. */
  activeKey: string | null;
  room: Room;
  signal: AbortSignal;
}

export interface Rows {
  messages: ImportedMessage[];
  /** Messages that exist already, as they are now. */
  grown: GrownMessage[];
  files: MessageFileRow[];
  /** All of them: what they are called in the export, and here. */
  ids: { key: string; id: string }[];
}

interface Known {
  id: string;
  time: number;
}

/** Computed only for the messages that turn out to be shown. */
type Preview = () => string;

const NO_PREVIEW: Preview = () => '';
const SURELY_WORDS = /[\p{L}\p{N}]/u;
const TESTED_CHARACTERS = 50;

function previewOf(text: string, files: readonly IncomingFile[]): Preview {
  if (SURELY_WORDS.test(text.slice(0, TESTED_CHARACTERS))) return () => savedPreview(text);
  const preview = savedPreview(text) || savedPreview(storable(files[0]?.name ?? ''));
  return preview === '' ? NO_PREVIEW : () => preview;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/** The same for every export that has the file. */
function fileIdOf(messageId: string, { ref }: IncomingFile): string {
  return derivedId(0, messageId, `file:${ref}`);
}

function shownFile({ id, name, type, size }: StoredAttachment): MessageFile {
  return { id, name, type, size };
}

function lostFile({ name }: IncomingFile): MessageFile {
  const shown = savedPreview(storable(name ?? '')) || 'file';
  return { id: null, name: shown, type: UNKNOWN_TYPE, size: 0 };
}

/** Makes the rows of one conversation from its messages, batch by batch, and stores their files. */
export class ConversationWriter {
  /** The id of each message, by its key. */
  readonly #known = new Map<string, string>();
  /** Messages that exist already, by the part of their id that doesn't depend on their time. */
  readonly #existing: Map<string, ExistingMessage>;
  readonly losses: FileLosses = { missing: 0, damaged: 0, overQuota: 0 };
  /** The latest message of all branches, the one to be shown, and a preview for the conversation. */
  #latest: (Known & { preview: Preview }) | null = null;
  #active: (Known & { preview: Preview }) | null = null;
  #preview: Preview = NO_PREVIEW;

  readonly conversationId: string;
  readonly #context: WriterContext;

  constructor(
    conversationId: string,
    context: WriterContext,
    existing: readonly ExistingMessage[] = [],
  ) {
    this.conversationId = conversationId;
    this.#context = context;
    this.#existing = new Map(existing.map((one) => [derivedPart(one.id), one]));
  }

  /** The rows of new messages, and the changes of existing ones. @throws ObjectStoreError */
  async rowsOf(placed: readonly PlacedMessage[]): Promise<Rows> {
    const rows: Rows = { messages: [], grown: [], files: [], ids: [] };
    for (const message of placed) {
      const derived = derivedId(message.time, this.conversationId, message.key);
      const before = this.#existing.get(derivedPart(derived));
      const id = before?.id ?? derived;
      this.#note(message, id);
      rows.ids.push({ key: message.key, id });
      // The earlier export may have had an unfinished answer, or lacked a file.
      if (before) {
        const files =
          before.files && (await this.#filesAgain(message, before.files, id, rows.files));
        // The text of an export without the files calls them missing.
        const lacks = message.files.length < (before.files ?? []).filter((file) => file.id).length;
        rows.grown.push({ id, content: lacks ? null : message.text, files });
        continue;
      }
      const files = await this.#filesOf(message, id, rows.files);
      const parent = message.parentKey === null ? undefined : this.#known.get(message.parentKey);
      rows.messages.push({
        id,
        conversationId: this.conversationId,
        parentId: parent ?? null,
        role: message.role,
        content: message.text,
        context: message.context,
        model: message.model,
        timestamp: new Date(message.time),
        files,
        calls: message.calls,
        images: message.images.map((image) =>
          archiveIdsOf(this.#context.userId, 'mediaItems', image),
        ),
      });
    }
    return rows;
  }

  /** The end of the branch to be shown, and what the list shows; null when there are no messages. */
  end(): { leafId: string; lastMessage: string; time: number } | null {
    const latest = this.#latest;
    if (!latest) return null;
    const leaf = this.#active ?? latest;
    return {
      leafId: leaf.id,
      // Never empty: a conversation without it isn't listed.
      lastMessage: leaf.preview() || this.#preview() || '…',
      time: latest.time,
    };
  }

  #note({ key, text, time, files }: PlacedMessage, id: string): void {
    const known = { id, time };
    this.#known.set(key, id);
    const preview = previewOf(text, files);
    if (preview !== NO_PREVIEW) this.#preview = preview;
    // Of two messages at the same time, the later one in the export counts.
    if (!this.#latest || time >= this.#latest.time) this.#latest = { ...known, preview };
    if (key === this.#context.activeKey) {
      this.#active = { ...known, preview: preview === NO_PREVIEW ? this.#preview : preview };
    }
  }

  async #filesOf(
    { files }: PlacedMessage,
    messageId: string,
    rows: MessageFileRow[],
  ): Promise<MessageFile[]> {
    const shown: MessageFile[] = [];
    for (const file of files) {
      const stored = await this.#storeFile(file, fileIdOf(messageId, file));
      if (stored) rows.push({ ...stored, messageId, position: shown.length + 1 });
      shown.push(stored ? shownFile(stored) : lostFile(file));
    }
    return shown;
  }

  /** The files of a message that exists with the files `standing`; null when none is new. */
  async #filesAgain(
    { files }: PlacedMessage,
    standing: readonly MessageFile[],
    messageId: string,
    rows: MessageFileRow[],
  ): Promise<MessageFile[] | null> {
    const shown = [...standing];
    const ids = new Set(standing.map(({ id }) => id));
    // Earlier releases derived the ids of files from their places in the message: those are recognized by their sizes.
    const placed = standing.filter(
      ({ id }, at) => id !== null && id === derivedId(0, messageId, `${at}`),
    );
    let isNew = false;
    for (const file of files) {
      const id = fileIdOf(messageId, file);
      if (file.ref === '' || ids.has(id) || (await this.#isAmong(placed, file))) continue;
      const stored = await this.#storeFile(file, id);
      if (!stored) continue;
      const { name } = lostFile(file);
      const lost = shown.findIndex((one) => one.id === null && one.name === name);
      const at = lost === -1 ? shown.length : lost;
      shown[at] = shownFile(stored);
      rows.push({ ...stored, messageId, position: at + 1 });
      isNew = true;
    }
    return isNew ? shown : null;
  }

  /** Removes the match from the list, so that a second file of the same size isn't taken for it. */
  async #isAmong(placed: MessageFile[], { ref }: IncomingFile): Promise<boolean> {
    if (placed.length === 0) return false;
    const found = await this.#context.source.openFile(ref);
    const at = placed.findIndex(({ size }) => size === found?.size);
    if (at !== -1) placed.splice(at, 1);
    return at !== -1;
  }

  async #storeFile(file: IncomingFile, id: string): Promise<StoredAttachment | null> {
    const { source, userId, room, signal } = this.#context;
    signal.throwIfAborted();
    // Even the original has only its name: nothing is missing.
    if (file.ref === '') return null;
    const found = await source.openFile(file.ref);
    if (!found) {
      this.losses.missing += 1;
      return null;
    }
    if (!(await room.take(found.size))) {
      this.losses.overQuota += 1;
      return null;
    }
    const name = file.name ?? found.name;
    const stored = await keepImportedFile({ userId, id, file: { ...found, name } }, signal);
    if (!stored) this.losses.damaged += 1;
    KILLABLE: killPoint('import: a file stored, without its row');
    return stored;
  }
}
