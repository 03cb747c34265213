/** The name, or the first with a number behind it that nothing else has, whatever its case. */
export function freeName(name: string, taken: readonly string[], most: number): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const room = most - suffix.length;
    // Code points, lest a character be cut in two.
    const head = name.length <= room ? name : [...name].slice(0, Math.floor(room / 2)).join('');
    const candidate = head.trim() + suffix;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}
