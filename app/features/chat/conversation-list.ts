import type { ConversationChange, ConversationItem } from './conversation';

/** Newest first, as the server sorts. */
function byNewest(one: ConversationItem, other: ConversationItem): number {
  return other.lastUpdated - one.lastUpdated || (one.id < other.id ? 1 : -1);
}

/** The list after a live change. */
export function mergeChange(
  items: readonly ConversationItem[],
  change: ConversationChange,
): ConversationItem[] {
  const id = change.type === 'changed' ? change.conversation.id : change.id;
  const others = items.filter((item) => item.id !== id);
  if (change.type === 'removed' || change.conversation.lastMessage === '') return others;
  return [...others, change.conversation].sort(byNewest);
}

/** The list with an older page behind it. What a live change brought in meanwhile counts over the page. */
export function mergePages(
  items: readonly ConversationItem[],
  page: readonly ConversationItem[],
): ConversationItem[] {
  const known = new Set(items.map((item) => item.id));
  return [...items, ...page.filter((item) => !known.has(item.id))].sort(byNewest);
}
