import { MAX_NAME } from '../components/component';

/** The name of a copy: “Bakery (copy)”, “Bakery (copy 2)”, whatever is free. */
export function copyName(name: string, taken: readonly string[]): string {
  const known = new Set(taken);
  const base = name.replace(/ \(copy(?: \d+)?\)$/, '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const candidate =
      [...base]
        .slice(0, MAX_NAME - suffix.length)
        .join('')
        .trimEnd() + suffix;
    if (!known.has(candidate)) return candidate;
  }
}
