/** The name, with the lowest number that makes it free if it is taken; compared without case. */
export function freeName(name: string, taken: readonly string[], maxLength: number): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const room = maxLength - suffix.length;
    // By code points, so that no character is cut in two.
    const head = name.length <= room ? name : [...name].slice(0, Math.floor(room / 2)).join('');
    const candidate = head.trim() + suffix;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}
