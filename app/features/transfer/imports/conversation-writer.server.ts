import { keepImportedFile, type KeptFile } from '~/features/attachments/index.server';
import {
  derivedId,
  derivedPart,
  savedPreview,
  type GrownMessage,
  type ImportedMessage,
  type MessageFile,
  type StandingMessage,
} from '~/features/chat/index.server';
import { killPoint } from '~/lib/kill-points.server';

import type { IncomingFile, IncomingSource } from '../incoming';
import { cleanText } from './clean-incoming';
import type { PlacedMessage } from './prepare-conversation';
import type { FILE_LOSSES } from './refusals';
import type { Room } from './room.server';

export type MessageFileRow = KeptFile & { messageId: string; position: number };

/** How many of a conversation's files could not be stored, and why. */
export type FileLosses = Record<keyof typeof FILE_LOSSES, number>;

export interface WriterContext {
  userId: string;
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

/** So much of a conversation's messages as has to be known of them all. */
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

/** Makes the rows of one conversation from its messages, in as many goes as they come, and stores their files. */
export class ConversationWriter {
  readonly #known = new Map<string, Known>();
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
        const from = before.files ?? message.files.length;
        const newFiles = await this.#filesOf(message, id, rows.files, from);
        rows.grown.push({ id, content: message.text, newFiles });
        continue;
      }
      const files = await this.#filesOf(message, id, rows.files);
      const parent = message.parentKey === null ? undefined : this.#known.get(message.parentKey);
      rows.messages.push({
        id,
        conversationId: this.conversationId,
        parentId: parent?.id ?? null,
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
    this.#known.set(key, known);
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
    from = 0,
  ): Promise<MessageFile[]> {
    const shown: MessageFile[] = [];
    for (const [at, file] of files.entries()) {
      if (at < from) continue;
      const kept = await this.#keep(file, derivedId(0, messageId, `${at}`));
      if (kept) rows.push({ ...kept, messageId, position: at + 1 });
      const { id, name, type, size } = kept ?? {
        id: null,
        name: savedPreview(cleanText(file.name ?? '')) || 'file',
        type: UNKNOWN_TYPE,
        size: 0,
      };
      shown.push({ id, name, type, size });
    }
    return shown;
  }

  async #keep(file: IncomingFile, id: string): Promise<KeptFile | null> {
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
    killPoint('import: a file stored, without its row');
    return kept;
  }
}
