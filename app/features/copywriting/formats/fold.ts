import { trimEndOf } from '~/lib/trim-ends';

/**
 * The beginning of a text that is shown before it is folded: so many characters and lines at most, to the last word
 * that fits. The whole text if it is short enough.
 */
export function foldedTo(text: string, limit: { most: number; lines?: number }): string {
  let end = text.length;
  if (limit.lines !== undefined) {
    let line = -1;
    for (let count = 0; count < limit.lines; count += 1) {
      line = text.indexOf('\n', line + 1);
      if (line === -1) break;
    }
    if (line !== -1) end = line;
  }
  if (end <= limit.most) return end === text.length ? text : text.slice(0, end).trimEnd();
  const cut = text.slice(0, limit.most);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  const word = space > limit.most / 2 ? cut.slice(0, space) : cut;
  // Never half of a pair, nor what only joins.
  return trimEndOf(word, /[\ud800-\udbff\u200d\ufe0f]/).trimEnd();
}
