/** What Markdown may take out of a text or put into it when it is rendered. */
const MARKS = /[\s*_~`#>[\]()|\\+-]/u;
/** Characters before a passage by which it is told from the same words elsewhere. */
const BEFORE = [24, 8, 0];
/** Characters of a text that are looked through. */
const MAX_LENGTH = 200_000;

export interface Passage {
  start: number;
  end: number;
}

/**
 * Where passages of a Markdown text are in its rendering, by the characters that both have. Passages come in the order of the
 * text; one that isn't found, such as in a link's address, is null.
 */
export function findPassages(
  source: string,
  passages: readonly Passage[],
  rendered: string,
): (Passage | null)[] {
  const text = bareText(source);
  const shown = bareText(rendered);
  let from = 0;
  return passages.map(({ start, end }) => {
    const first = indexAt(text.places, start);
    const last = indexAt(text.places, end);
    const wanted = text.characters.slice(first, last);
    if (wanted === '') return null;
    for (const length of BEFORE) {
      const context = text.characters.slice(Math.max(0, first - length), first);
      const at = shown.characters.indexOf(context + wanted, Math.max(0, from - context.length));
      if (at === -1) continue;
      const begin = at + context.length;
      from = begin + wanted.length;
      return { start: shown.places[begin]!, end: shown.places[from - 1]! + 1 };
    }
    return null;
  });
}

/** The characters that a text and its rendering have in common, and where in the text they are. */
export function bareText(text: string): { characters: string; places: number[] } {
  const places: number[] = [];
  const characters: string[] = [];
  const end = Math.min(text.length, MAX_LENGTH);
  for (let at = 0; at < end; at += 1) {
    const character = text[at]!;
    if (MARKS.test(character)) continue;
    places.push(at);
    characters.push(character);
  }
  return { characters: characters.join(''), places };
}

/** The index of the first place at or behind an offset. */
export function indexAt(places: readonly number[], offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ranges of the text within an element. */
export function rangesIn(root: HTMLElement, source: string, passages: readonly Passage[]) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let rendered = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: rendered.length });
    rendered += node.data;
  }
  return findPassages(source, passages, rendered).map((found) => {
    if (!found) return null;
    const range = document.createRange();
    const first = nodeAt(nodes, found.start);
    const last = nodeAt(nodes, found.end - 1);
    range.setStart(first.node, found.start - first.start);
    range.setEnd(last.node, found.end - last.start);
    return range;
  });
}

function nodeAt<T extends { start: number }>(nodes: readonly T[], offset: number): T {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (nodes[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return nodes[low]!;
}
