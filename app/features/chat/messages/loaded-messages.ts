import type { ChatMessageView } from '../conversations/conversation';

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
