import type {
  ConversationChange,
  ConversationGroup,
  ConversationItem,
  ConversationPage,
} from './conversation';
import { byNewest, groupOf, matches, type ConversationFilter } from './conversation-filter';

/** One group of the sidebar, as far as it is loaded. */
export interface ListedGroup {
  items: ConversationItem[];
  cursor: string | null;
}

export interface Listed {
  others: ListedGroup;
  imports: ListedGroup & { count: number };
}

/** The groups after a live change. */
export function mergeChange(
  listed: Listed,
  change: ConversationChange,
  filter: ConversationFilter,
): Listed {
  const id = change.type === 'changed' ? change.conversation.id : change.id;
  const arrives =
    change.type === 'changed' &&
    change.conversation.lastMessage !== '' &&
    matches(change.conversation, filter)
      ? change.conversation
      : null;
  const to = arrives && groupOf(arrives.title);
  const before = listed.imports.items.some((item) => item.id === id);
  return {
    others: replace(listed.others, id, to === 'others' ? arrives : null),
    imports: {
      ...replace(listed.imports, id, to === 'imports' ? arrives : null),
      count: listed.imports.count + Number(to === 'imports') - Number(before),
    },
  };
}

/** True when only the server knows how many imports there are after the change: it may concern one not loaded yet. */
export function isUncertain({ others, imports }: Listed, change: ConversationChange): boolean {
  if (imports.cursor === null) return false;
  const id = change.type === 'changed' ? change.conversation.id : change.id;
  if (change.type === 'changed' && groupOf(change.conversation.title) === 'others') {
    return others.cursor !== null && !isLoaded(others, id) && !isLoaded(imports, id);
  }
  return !isLoaded(others, id) && !isLoaded(imports, id);
}

function isLoaded(group: ListedGroup, id: string): boolean {
  return group.items.some((item) => item.id === id);
}

function replace(group: ListedGroup, id: string, item: ConversationItem | null): ListedGroup {
  const others = group.items.filter((other) => other.id !== id);
  if (item === null)
    return others.length === group.items.length ? group : { ...group, items: others };
  return { ...group, items: [...others, item].sort(byNewest) };
}

/** A group with an older page behind it. What a live change brought in meanwhile counts over the page. */
export function mergePage(
  listed: Listed,
  group: ConversationGroup,
  page: ConversationPage,
): Listed {
  const old = listed[group];
  const known = new Set(old.items.map((item) => item.id));
  const items = [...old.items, ...page.items.filter((item) => !known.has(item.id))].sort(byNewest);
  return { ...listed, [group]: { ...old, items, cursor: page.cursor } };
}
