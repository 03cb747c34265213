import type { ChatMessageView } from '../conversations/conversation';
import type { ImageOffer } from '../images/message-image';
import type { MessageFile } from './overflow';

/** A question that is being sent, or another request of this tab since the page was loaded. */
export interface LocalTurn {
  clientKey: string;
  /** Null: the question exists, and is answered again. */
  content: string | null;
  /** The files of the question. */
  files?: readonly MessageFile[];
  /** The message that it follows. */
  parentId: string | null;
  /** The version that it replaces, instead of being at the end. That one is stored already. */
  replaces: boolean;
  /** Null until the server has stored them. */
  questionId: string | null;
  answerId: string | null;
  /** The image offered for the answer. */
  imageOffer?: ImageOffer;
}

/** A message in the transcript: loaded, or from a turn of this tab. */
export interface ShownMessage {
  /** Identifies its place: another version there takes over its elements, and the focus in them. */
  key: string;
  /** Null until the server has stored it. */
  id: string | null;
  parentId: string | null;
  role: 'user' | 'assistant';
  view: ChatMessageView | null;
  /** The typed text of a question that isn't loaded. */
  text: string;
  /** The files of such a question. */
  files?: readonly MessageFile[];
  /** The image offered for an answer. */
  imageOffer?: ImageOffer | null;
}

const BEGINNING = 'beginning';

/** The branch as loaded, with this tab's turns since. */
export function shownMessages(
  loaded: readonly ChatMessageView[],
  turns: readonly LocalTurn[],
): ShownMessage[] {
  let shown = loaded.map((view): ShownMessage => ({
    key: view.parentId ?? BEGINNING,
    id: view.id,
    parentId: view.parentId,
    role: view.role,
    view,
    text: '',
    imageOffer: view.imageOffer,
  }));
  const known = new Set(loaded.map(({ id }) => id));
  for (const turn of turns) {
    const { questionId, answerId, content, parentId, replaces } = turn;
    if (answerId !== null && known.has(answerId)) continue;
    if (replaces) {
      const end = parentId === null ? 0 : shown.findIndex(({ id }) => id === parentId) + 1;
      if (end === 0 && parentId !== null) continue;
      shown = shown.slice(0, end);
    } else if (answerId !== null && (shown.at(-1)?.id ?? null) !== parentId) {
      // It is stored but not in the loaded branch: another one has been chosen since.
      continue;
    }
    if (content !== null) {
      const question = { id: questionId, parentId, role: 'user' as const, view: null };
      shown.push({ ...question, key: parentId ?? BEGINNING, text: content, files: turn.files });
    }
    if (answerId !== null) {
      const answer = { id: answerId, parentId: questionId, role: 'assistant' as const, view: null };
      const { imageOffer } = turn;
      shown.push({ ...answer, key: questionId ?? BEGINNING, text: '', imageOffer });
    }
  }
  return shown;
}

/**
 * The messages at the end of a branch, after the known ones before them. The ancestors of a message never change, so known
 * messages of another branch, or of an older load, are valid wherever a message names them as its parent.
 */
export function joinMessages(
  end: readonly ChatMessageView[],
  known: ReadonlyMap<string, ChatMessageView>,
): ChatMessageView[] {
  const before: ChatMessageView[] = [];
  for (let at = end[0]?.parentId; at; at = before.at(-1)?.parentId) {
    const message = known.get(at);
    if (!message) break;
    before.push(message);
  }
  return [...before.reverse(), ...end];
}

/** Splits messages into parts of this size, the last part first: each follows those that are shown already. */
export function partsFromEnd<T>(messages: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let end = messages.length; end > 0; end -= size) {
    parts.push(messages.slice(Math.max(0, end - size), end));
  }
  return parts;
}
