const MARK = / \(copy(?: (\d+))?\)$/;

/**
 * A duplicate's name: "Bakery (copy)", and for a duplicate of that "Bakery (copy 2)"; the first one that isn't taken,
 * with at most `max` UTF-16 units.
 */
export function duplicateName(name: string, most: number, taken: readonly string[] = []): string {
  const known = new Set(taken);
  const mark = MARK.exec(name);
  const base = mark ? name.slice(0, mark.index) : name;
  for (let number = mark ? Number(mark[1] ?? 1) + 1 : 1; ; number += 1) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const candidate = cut(base, most - suffix.length).trimEnd() + suffix;
    if (!known.has(candidate)) return candidate;
  }
}

/** The beginning of a text, never ending in half a surrogate pair. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
