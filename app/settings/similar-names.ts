/** Shorter names resemble too many others. */
const MIN_LENGTH = 6;
const LONG = 8;
/** How many letters of a long name may differ. */
const MAX_STEPS = 2;
const MAX_LENGTH = 64;

/**
 * Settings that were probably misspelled: names that are not in `known`, each with the similar known name that isn't
 * set itself.
 */
export function findMisspelled(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  const all = new Set(names);
  return names.flatMap((name) => {
    const inCapitals = name.toUpperCase();
    if (name !== inCapitals && name.length >= MIN_LENGTH && known.includes(inCapitals)) {
      return all.has(inCapitals) ? [] : [{ name, meant: inCapitals }];
    }
    if (known.includes(name) || name.length > MAX_LENGTH || !/^[A-Z][A-Z0-9_]+$/.test(name)) {
      return [];
    }
    const meant = known
      .filter((one) => !all.has(one) && Math.min(one.length, name.length) >= MIN_LENGTH)
      // Otherwise each start would compare every setting with every variable, which takes 40 ms.
      .filter((one) => Math.abs(one.length - name.length) <= MAX_STEPS)
      .map((one) => ({ one, steps: distance(name, one) }))
      .filter(({ one, steps }) => steps <= (one.length >= LONG ? MAX_STEPS : 1))
      .sort((a, b) => a.steps - b.steps)[0]?.one;
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** How many letters have to be added, removed, replaced, or swapped with their neighbor. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let steps = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (i > 1 && j > 1 && swapped) steps = Math.min(steps, (beforeLast[j - 2] ?? 0) + 1);
      row.push(steps);
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
