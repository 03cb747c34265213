/** The fictional businesses that the demo has samples of. */
export type DemoBusiness = 'bakery' | 'repair-shop';

const WORDS: Record<DemoBusiness, RegExp> = {
  bakery:
    /\b(?:bak(?:e|ed|es|er|ers|ery|eries|ing)|breads?|sourdough|rye|loaf|loaves|croissants?|pastr(?:y|ies)|cakes?|buns?|bagels?|baguettes?|flour)\b/gi,
  'repair-shop':
    /\b(?:repair(?:s|ed|ing)?|fix(?:es|ed|ing)?|bikes?|bicycles?|cycl(?:ing|ists?)|appliances?|tune-?ups?|brakes?|toasters?|kettles?|washers?|dryers?|dishwashers?|mechanics?)\b/gi,
};

/** The business that the first of the texts with a hint speaks of; null if none of them has one. */
export function demoBusinessIn(...texts: readonly string[]): DemoBusiness | null {
  for (const text of texts) {
    const baking = text.match(WORDS.bakery)?.length ?? 0;
    const repairing = text.match(WORDS['repair-shop'])?.length ?? 0;
    if (baking + repairing > 0) return baking >= repairing ? 'bakery' : 'repair-shop';
  }
  return null;
}
