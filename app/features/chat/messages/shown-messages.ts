import type { ChatMessageView } from '../conversations/conversation';
import type { MessageFile } from './overflow';

/** A question on its way, or something asked by this tab since the page was loaded. */
export interface LocalTurn {
  clientKey: string;
  /** Null: the question is there already, and asked again. */
  content: string | null;
  /** What goes with the question. */
  files?: readonly MessageFile[];
  /** The message behind which it stands. */
  parentId: string | null;
  /** Another version of what stands there, instead of something at the end. It is stored already. */
  replaces: boolean;
  /** Null until the server has stored them. */
  questionId: string | null;
  answerId: string | null;
}

/** A message as it is shown: loaded, or of a turn of this tab. */
export interface ShownMessage {
  /** Of its place: another version that is shown there takes over its elements, and the focus in them. */
  key: string;
  /** Null until the server has stored it. */
  id: string | null;
  parentId: string | null;
  role: 'user' | 'assistant';
  view: ChatMessageView | null;
  /** What was typed, of a question that is not loaded. */
  text: string;
  /** The files of that. */
  files?: readonly MessageFile[];
}

const BEGINNING = 'beginning';

/** The branch as loaded, with what this tab has asked since. */
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
      // Stored, but not in the branch that is loaded: another one has been chosen since.
      continue;
    }
    if (content !== null) {
      const question = { id: questionId, parentId, role: 'user' as const, view: null };
      shown.push({ ...question, key: parentId ?? BEGINNING, text: content, files: turn.files });
    }
    if (answerId !== null) {
      const answer = { id: answerId, parentId: questionId, role: 'assistant' as const, view: null };
      shown.push({ ...answer, key: questionId ?? BEGINNING, text: '' });
    }
  }
  return shown;
}

/**
 * The messages at the end of a branch, with what is known of those before them. What stands before a message never
 * changes, so messages of another branch, or of an older load, are right wherever one names them as what it follows.
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

/** Parts of so many, the last one first: each follows on what is shown already. */
export function partsFromEnd<T>(messages: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let end = messages.length; end > 0; end -= size) {
    parts.push(messages.slice(Math.max(0, end - size), end));
  }
  return parts;
}
