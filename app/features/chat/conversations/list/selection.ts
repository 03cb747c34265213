/** The selected conversations in the list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The start of a range: the conversation that was last selected or deselected. */
  anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Selects a conversation, or deselects it. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds the range from the anchor to this conversation, in the order in which they are shown. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor);
  const to = shown.indexOf(id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** The selected ones among the items. */
export function among<T extends { id: string }>({ ids }: Selection, items: readonly T[]): T[] {
  return items.filter(({ id }) => ids.has(id));
}
