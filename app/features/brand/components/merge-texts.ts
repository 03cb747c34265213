import type { ComponentText, ComponentValues } from './component';

export interface MergedTexts {
  /** What is shown: wherever both sides wrote, what was written here. */
  values: ComponentValues;
  /** What was written elsewhere, where both sides wrote something else: somebody has to choose. */
  conflicts: ComponentValues;
}

/**
 * Joins what was written here and what was written elsewhere since both were `base`. A text that only one side changed
 * is taken from that side.
 */
export function mergeTexts(
  texts: readonly ComponentText[],
  base: ComponentValues,
  mine: ComponentValues,
  theirs: ComponentValues,
): MergedTexts {
  const merged: MergedTexts = { values: {}, conflicts: {} };
  for (const text of texts) {
    const [before, here, there] = [base[text] ?? '', mine[text] ?? '', theirs[text] ?? ''];
    merged.values[text] = here === before ? there : here;
    if (here !== before && there !== before && here !== there) merged.conflicts[text] = there;
  }
  return merged;
}
