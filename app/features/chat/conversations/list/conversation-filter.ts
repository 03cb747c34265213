import type { ConversationGroup, ConversationItem } from '../conversation';
import { isImport } from '../settings/titles';

/** What the sidebar is narrowed to (docs/product.md, Conversation filter). */
export interface ConversationFilter {
  /** Contained in title or last message, whatever its case; empty matches all. */
  text: string;
  /** Both or neither: instants in milliseconds, both inclusive. */
  range: { from: number; to: number } | null;
}

export const NO_FILTER: ConversationFilter = { text: '', range: null };

export function isFiltered({ text, range }: ConversationFilter): boolean {
  return text !== '' || range !== null;
}

/** The one part of the list that shows a conversation. */
export function groupOf(item: ConversationItem): ConversationGroup {
  if (item.archived) return 'archived';
  if (item.pinnedAt !== null) return 'pinned';
  if (item.folderId !== null) return `folder:${item.folderId}`;
  return isImport(item.title) ? 'imports' : 'others';
}

/** By what a conversation is sorted and filtered: an import by its original creation, if known, others by last update. */
export function listedAt(item: ConversationItem): number {
  return isImport(item.title) ? (item.originalCreationDate ?? item.lastUpdated) : item.lastUpdated;
}

export function matches(item: ConversationItem, { text, range }: ConversationFilter): boolean {
  const searched = `${item.title}\n${item.lastMessage}`.toLowerCase();
  if (!searched.includes(text.toLowerCase())) return false;
  const date = listedAt(item);
  return range === null || (date >= range.from && date <= range.to);
}

/** Newest first, as the server sorts. */
export function byNewest(one: ConversationItem, other: ConversationItem): number {
  return listedAt(other) - listedAt(one) || (one.id < other.id ? 1 : -1);
}

function byPin(one: ConversationItem, other: ConversationItem): number {
  return (other.pinnedAt ?? 0) - (one.pinnedAt ?? 0) || (one.id < other.id ? 1 : -1);
}

/** The order of a part: the pinned ones by when they were pinned, all else by its date. */
export function orderOf(group: ConversationGroup): typeof byNewest {
  return group === 'pinned' ? byPin : byNewest;
}

/** The filter in an address; `filterFrom` reads it back. */
export function filterParams({ text, range }: ConversationFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (range !== null) {
    params.set('from', String(range.from));
    params.set('to', String(range.to));
  }
  return params;
}
