/** What is chosen in the list, to do something with all of it. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins: what was last chosen or taken back. */
  anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Chosen becomes not chosen, and the other way round. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** With all from the anchor to this one, in the order in which they are shown. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor);
  const to = shown.indexOf(id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Without what is no longer there. */
export function among<T extends { id: string }>({ ids }: Selection, items: readonly T[]): T[] {
  return items.filter(({ id }) => ids.has(id));
}
