import type { ItemChange, ItemFilter, ItemPage, ItemView } from '../media';

/** Which items the gallery shows. */
export type GalleryFilter = Omit<ItemFilter, 'before'>;

export function hasFilter({ favourite: favorite, kind, loraId, from, to }: GalleryFilter): boolean {
  return favorite === true || [kind, loraId, from, to].some((part) => part !== undefined);
}

/** The filter with these days instead of its own; null for none. */
export function withDates(
  filter: GalleryFilter,
  dates: { from: string; to: string } | null,
): GalleryFilter {
  const others = { ...filter };
  delete others.from;
  delete others.to;
  return { ...others, ...dates };
}

export function withFavorite(filter: GalleryFilter, favorite: boolean): GalleryFilter {
  const others = { ...filter };
  delete others.favourite;
  return { ...others, ...(favorite && { favourite: true }) };
}

/** The filter with this kind or LoRA instead of its own; {} for neither. */
export function withMade(
  filter: GalleryFilter,
  made: Pick<GalleryFilter, 'kind'> | Pick<GalleryFilter, 'loraId'>,
): GalleryFilter {
  const others = { ...filter };
  delete others.kind;
  delete others.loraId;
  return { ...others, ...made };
}

export function matches(item: ItemView, filter: GalleryFilter): boolean {
  const { favourite: favorite, kind, loraId, from, to } = filter;
  const time = Date.parse(item.createdAt);
  return (
    (favorite !== true || item.favourite) &&
    (kind === undefined || item.kind === kind) &&
    (loraId === undefined || item.loraId === loraId) &&
    (from === undefined || time >= Date.parse(from)) &&
    (to === undefined || time <= Date.parse(to))
  );
}

/** Newest first; at the same time, by id. */
export function inOrder(a: ItemView, b: ItemView): number {
  const [first, second] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  if (first !== second) return second - first;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** The list with its next page. */
export function mergePage(list: ItemPage, page: ItemPage): ItemPage {
  return { items: joined(list.items, page.items), cursor: page.cursor };
}

/** The list with its first page reloaded; later items stay. */
export function mergeFirst(list: ItemPage, first: ItemPage): ItemPage {
  const last = first.items.at(-1);
  if (first.cursor === null || last === undefined) return first;
  const later = list.items.filter((item) => inOrder(last, item) < 0);
  // Without a common item, there may be unloaded items between the two.
  const overlaps = list.items.some(({ id }) => first.items.some((item) => item.id === id));
  if (later.length === 0 || !overlaps) return first;
  return { items: joined(first.items, later), cursor: list.cursor };
}

/** The list after a live event. Items beyond its loaded part come with a later page. */
export function mergeChange(
  list: ItemPage,
  change: Exclude<ItemChange, { type: 'restored' }>,
  filter: GalleryFilter,
): ItemPage {
  if (change.type === 'removed') {
    const gone = new Set(change.ids);
    const items = list.items.filter(({ id }) => !gone.has(id));
    return items.length === list.items.length ? list : { ...list, items };
  }
  const { item } = change;
  const others = list.items.filter(({ id }) => id !== item.id);
  if (!matches(item, filter)) return { ...list, items: others };
  const last = list.items.at(-1);
  const isBeyond = last !== undefined && inOrder(last, item) < 0;
  if (list.cursor !== null && (isBeyond || last === undefined)) return { ...list, items: others };
  return { ...list, items: [...others, item].sort(inOrder) };
}

/** The list with an item that may be far beyond its loaded part; what is between them comes with the next pages. */
export function withItem(list: ItemPage, item: ItemView): ItemPage {
  return { ...list, items: joined(list.items, [item]) };
}

function joined(first: readonly ItemView[], second: readonly ItemView[]): ItemView[] {
  const all = new Map([...first, ...second].map((item) => [item.id, item]));
  return [...all.values()].sort(inOrder);
}
