import {
  derivedId,
  derivedPart,
  type GrownMessage,
  type ImportedMessage,
  keepImportedFile,
  type StoredAttachment,
  type MessageFile,
  savedPreview,
  type StandingMessage,
} from '~/features/chat/index.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import type { IncomingFile, IncomingSource } from '../incoming';
import { cleanText } from './clean-incoming';
import type { PlacedMessage } from './prepare-conversation';
import type { FILE_LOSSES } from '../refusals';
import type { Room } from '../room.server';

export type MessageFileRow = StoredAttachment & { messageId: string; position: number };

/** How many of a conversation's files could not be stored, and why. */
export type FileLosses = Record<keyof typeof FILE_LOSSES, number>;

export interface WriterContext {
  userId: UserScope;
  source: IncomingSource;
  /** The last message of the branch that is shown; null: the latest. */
  activeKey: string | null;
  room: Room;
  signal: AbortSignal;
}

export interface Rows {
  messages: ImportedMessage[];
  /** Those that were there already, as they are now. */
  grown: GrownMessage[];
  files: MessageFileRow[];
}

interface Known {
  id: string;
  time: number;
}

/** Made only for the messages that turn out to be shown. */
type Preview = () => string;

const NO_PREVIEW: Preview = () => '';
const SURELY_WORDS = /[\p{L}\p{N}]/u;
const LOOKED_AT = 50;

function previewOf(text: string, files: readonly IncomingFile[]): Preview {
  if (SURELY_WORDS.test(text.slice(0, LOOKED_AT))) return () => savedPreview(text);
  const preview = savedPreview(text) || savedPreview(cleanText(files[0]?.name ?? ''));
  return preview === '' ? NO_PREVIEW : () => preview;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/** The same in every export that has the file. */
function fileIdOf(messageId: string, { ref }: IncomingFile): string {
  return derivedId(0, messageId, `file:${ref}`);
}

function shownFile({ id, name, type, size }: StoredAttachment): MessageFile {
  return { id, name, type, size };
}

function lostFile({ name }: IncomingFile): MessageFile {
  const shown = savedPreview(cleanText(name ?? '')) || 'file';
  return { id: null, name: shown, type: UNKNOWN_TYPE, size: 0 };
}

/** Makes the rows of one conversation from its messages, in as many goes as they come, and stores their files. */
export class ConversationWriter {
  /** The id of each message, by its name in the export. */
  readonly #known = new Map<string, string>();
  /** What stands there already, by the part of its id that does not depend on its time. */
  readonly #existing: Map<string, StandingMessage>;
  readonly losses: FileLosses = { missing: 0, damaged: 0, overQuota: 0 };
  /** The message that was said last, of all branches, and what may be shown of the conversation. */
  #latest: (Known & { preview: Preview }) | null = null;
  #active: (Known & { preview: Preview }) | null = null;
  #preview: Preview = NO_PREVIEW;

  readonly conversationId: string;
  readonly #context: WriterContext;

  constructor(
    conversationId: string,
    context: WriterContext,
    existing: readonly StandingMessage[] = [],
  ) {
    this.conversationId = conversationId;
    this.#context = context;
    this.#existing = new Map(existing.map((one) => [derivedPart(one.id), one]));
  }

  /** Their rows: of those that are not there yet, and of the others as they are now. @throws ObjectStoreError */
  async rowsOf(placed: readonly PlacedMessage[]): Promise<Rows> {
    const rows: Rows = { messages: [], grown: [], files: [] };
    for (const message of placed) {
      const derived = derivedId(message.time, this.conversationId, message.key);
      const before = this.#existing.get(derivedPart(derived));
      const id = before?.id ?? derived;
      this.#note(message, id);
      // An answer was exported before it was whole, or a file was missing then.
      if (before) {
        const files =
          before.files && (await this.#filesAgain(message, before.files, id, rows.files));
        // An export without its files says that they are missing, where they are not.
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
      });
    }
    return rows;
  }

  /** The end of the branch to be shown, and what the list shows of it; null where there is no message at all. */
  end(): { leafId: string; lastMessage: string; time: number } | null {
    const latest = this.#latest;
    if (!latest) return null;
    const leaf = this.#active ?? latest;
    return {
      leafId: leaf.id,
      // Never empty: without it a conversation is not listed.
      lastMessage: leaf.preview() || this.#preview() || '…',
      time: latest.time,
    };
  }

  #note({ key, text, time, files }: PlacedMessage, id: string): void {
    const known = { id, time };
    this.#known.set(key, id);
    const preview = previewOf(text, files);
    if (preview !== NO_PREVIEW) this.#preview = preview;
    // Of two of the same moment the later one in the export.
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
      const kept = await this.#keep(file, fileIdOf(messageId, file));
      if (kept) rows.push({ ...kept, messageId, position: shown.length + 1 });
      shown.push(kept ? shownFile(kept) : lostFile(file));
    }
    return shown;
  }

  /** The files of a message that stands there with `standing`; null where none is new. */
  async #filesAgain(
    { files }: PlacedMessage,
    standing: readonly MessageFile[],
    messageId: string,
    rows: MessageFileRow[],
  ): Promise<MessageFile[] | null> {
    const shown = [...standing];
    const ids = new Set(standing.map(({ id }) => id));
    // Files once had their ids by their places among those that their export had: such ones are known by their sizes.
    const placed = standing.filter(
      ({ id }, at) => id !== null && id === derivedId(0, messageId, `${at}`),
    );
    let isNew = false;
    for (const file of files) {
      const id = fileIdOf(messageId, file);
      if (file.ref === '' || ids.has(id) || (await this.#isAmong(placed, file))) continue;
      const kept = await this.#keep(file, id);
      if (!kept) continue;
      const { name } = lostFile(file);
      const lost = shown.findIndex((one) => one.id === null && one.name === name);
      const at = lost === -1 ? shown.length : lost;
      shown[at] = shownFile(kept);
      rows.push({ ...kept, messageId, position: at + 1 });
      isNew = true;
    }
    return isNew ? shown : null;
  }

  /** Takes it out, so that a second file of the same size is not taken for it. */
  async #isAmong(placed: MessageFile[], { ref }: IncomingFile): Promise<boolean> {
    if (placed.length === 0) return false;
    const found = await this.#context.source.openFile(ref);
    const at = placed.findIndex(({ size }) => size === found?.size);
    if (at !== -1) placed.splice(at, 1);
    return at !== -1;
  }

  async #keep(file: IncomingFile, id: string): Promise<StoredAttachment | null> {
    const { source, userId, room, signal } = this.#context;
    signal.throwIfAborted();
    // Only its name was there before, too: nothing is missing.
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
    const kept = await keepImportedFile({ userId, id, file: { ...found, name } }, signal);
    if (!kept) this.losses.damaged += 1;
    KILLABLE: killPoint('import: a file stored, without its row');
    return kept;
  }
}
