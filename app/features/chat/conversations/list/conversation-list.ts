import { byName } from '~/lib/text/by-name';

import type {
  ConversationEvent,
  ConversationFolder,
  ConversationGroup,
  ConversationItem,
  ConversationOverview,
  ConversationPage,
  FolderChange,
  GroupCounts,
} from '../conversation';
import { isImport } from '../settings/titles';

/** The cursor of a part whose first page has not been loaded. */
const FIRST_PAGE = '';

/** The loaded conversations of one part of the sidebar. */
export interface ListedGroup {
  items: ConversationItem[];
  /** Requests the next page; null when all are loaded. */
  cursor: string | null;
  /** The number of conversations; null if it isn't counted. */
  count: number | null;
}

export interface Listed {
  folders: ConversationFolder[];
  groups: Partial<Record<ConversationGroup, ListedGroup>>;
}

const NOTHING: ListedGroup = { items: [], cursor: null, count: null };
const EMPTY_FOLDER: ListedGroup = { ...NOTHING, count: 0 };

export function groupIn(listed: Listed, group: ConversationGroup): ListedGroup {
  return listed.groups[group] ?? (group.startsWith('folder:') ? EMPTY_FOLDER : NOTHING);
}

/** Every part with its name, in no order. */
export function groupsOf({ groups }: Listed): [ConversationGroup, ListedGroup][] {
  return Object.entries(groups) as [ConversationGroup, ListedGroup][];
}

/** The start of the list: folders and the archive are loaded when they are opened. */
export function listedFrom({ pinned, folders, imports, others }: ConversationOverview): Listed {
  const groups: Listed['groups'] = {
    pinned: { ...pinned, count: null },
    imports,
    others: { ...others, count: null },
    archived: { items: [], cursor: FIRST_PAGE, count: null },
  };
  for (const { id, count } of folders) {
    groups[`folder:${id}`] = { items: [], cursor: count > 0 ? FIRST_PAGE : null, count };
  }
  return { folders: folders.map(({ id, name }) => ({ id, name })).sort(byName), groups };
}

interface Changes {
  changed: readonly ConversationItem[];
  removed: readonly string[];
}

function changesOf(change: ConversationEvent): Changes {
  switch (change.type) {
    case 'changed':
      return { changed: [change.conversation], removed: [] };
    case 'removed':
      return { changed: [], removed: [change.id] };
    case 'several':
      return change;
  }
}

/** The list after a live change. Applying a change twice has no further effect. */
export function mergeChange(
  listed: Listed,
  change: ConversationEvent,
  filter: ConversationFilter,
): Listed {
  const { changed, removed } = changesOf(change);
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  const arriving = new Map<ConversationGroup, ConversationItem[]>();
  for (const item of changed) {
    if (item.lastMessage === '' || !matches(item, filter)) continue;
    const group = groupOf(item);
    arriving.set(group, [...(arriving.get(group) ?? []), item]);
  }
  const groups: Listed['groups'] = {};
  const names = new Set([...Object.keys(listed.groups), ...arriving.keys()] as ConversationGroup[]);
  for (const name of names) {
    const old = groupIn(listed, name);
    const staying = old.items.filter(({ id }) => !gone.has(id));
    const arrived = arriving.get(name) ?? [];
    if (arrived.length === 0 && staying.length === old.items.length) {
      groups[name] = old;
      continue;
    }
    const items = [...staying, ...arrived];
    if (arrived.length > 0) items.sort(orderOf(name));
    const count = old.count === null ? null : old.count + items.length - old.items.length;
    groups[name] = { ...old, items, count };
  }
  return { ...listed, groups };
}

/**
 * True when only the server knows the counts after the change: it may concern a conversation in a counted part
 * that isn't loaded.
 */
export function isUncertain(listed: Listed, change: ConversationEvent): boolean {
  const groups = groupsOf(listed).map(([, group]) => group);
  if (groups.every(({ cursor, count }) => cursor === null || count === null)) return false;
  const loaded = loadedIds(listed);
  const { changed, removed } = changesOf(change);
  return [...removed, ...changed.map(({ id }) => id)].some((id) => !loaded.has(id));
}

function loadedIds(listed: Listed): Set<string> {
  return new Set(groupsOf(listed).flatMap(([, { items }]) => items.map(({ id }) => id)));
}

/** Replaces the counts with the server's. */
export function mergeCounts(listed: Listed, counts: GroupCounts): Listed {
  const groups: Listed['groups'] = {
    ...listed.groups,
    imports: counted(listed, 'imports', counts.imports),
  };
  for (const { id } of listed.folders) {
    groups[`folder:${id}`] = counted(listed, `folder:${id}`, counts.folders[id] ?? 0);
  }
  return { ...listed, groups };
}

function counted(listed: Listed, group: ConversationGroup, count: number): ListedGroup {
  const old = groupIn(listed, group);
  // A part that seemed to be complete has more: it is loaded again from its beginning.
  const cursor = old.cursor === null && count > old.items.length ? FIRST_PAGE : old.cursor;
  return { ...old, count, cursor };
}

/** Appends an older page to a part. Live changes that arrived meanwhile win over the page. */
export function mergePage(
  listed: Listed,
  group: ConversationGroup,
  page: ConversationPage,
): Listed {
  const old = groupIn(listed, group);
  // The page doesn't know yet that a change has just moved some of its conversations to another part.
  const known = loadedIds(listed);
  const items = [...old.items, ...page.items.filter(({ id }) => !known.has(id))];
  items.sort(orderOf(group));
  const count = page.cursor === null && old.count !== null ? items.length : old.count;
  return {
    ...listed,
    groups: { ...listed.groups, [group]: { items, cursor: page.cursor, count } },
  };
}

/** The folders after a live change. The list is loaded again for the conversations of a removed folder. */
export function mergeFolder(listed: Listed, change: FolderChange): Listed {
  const id = change.type === 'changed' ? change.folder.id : change.id;
  const others = listed.folders.filter((folder) => folder.id !== id);
  if (change.type === 'removed') {
    const groups = { ...listed.groups };
    delete groups[`folder:${id}`];
    return { folders: others, groups };
  }
  const groups = { [`folder:${id}` as const]: EMPTY_FOLDER, ...listed.groups };
  return { folders: [...others, change.folder].sort(byName), groups };
}

/** How the sidebar is filtered (docs/product.md, Conversation filter). */
export interface ConversationFilter {
  /** Found in the title or last message, in any case; empty matches all. */
  text: string;
  /** Both or neither: instants in milliseconds, both inclusive. */
  range: { from: number; to: number } | null;
}

export const NO_FILTER: ConversationFilter = { text: '', range: null };

export function isFiltered({ text, range }: ConversationFilter): boolean {
  return text !== '' || range !== null;
}

/** The only part of the list that shows a conversation. */
export function groupOf(item: ConversationItem): ConversationGroup {
  if (item.archived) return 'archived';
  if (item.pinnedAt !== null) return 'pinned';
  if (item.folderId !== null) return `folder:${item.folderId}`;
  return isImport(item.title) ? 'imports' : 'others';
}

/** The date by which a conversation is sorted and filtered: an import's original creation, if known, or else the last update. */
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

/** The sort key in a part: the time of pinning for pinned ones, or else the date. */
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
