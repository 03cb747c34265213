const MARK = / \(copy(?: (\d+))?\)$/;

/**
 * What a duplicate is called: "Bakery (copy)", and a duplicate of that "Bakery (copy 2)"; the first that isn't taken. It
 * has at most so many UTF-16 units.
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

/** The beginning of a text, never with half a character. */
function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
