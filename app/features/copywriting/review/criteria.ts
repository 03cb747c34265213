/** What a text is reviewed for, in the order in which it is shown. Stored in the answers of models, so the words stay. */
export const CRITERIA = ['voice', 'audience', 'offer', 'clarity', 'structure'] as const;
export type Criterion = (typeof CRITERIA)[number];

export const CRITERION_LABELS: Readonly<Record<Criterion, string>> = {
  voice: 'Voice',
  audience: 'Audience',
  offer: 'Offer and facts',
  clarity: 'Clarity',
  structure: 'Structure',
};

export const MAX_SCORE = 5;

/** What a score says, as people read it beside the number. */
export const SCORE_WORDS: Readonly<Record<number, string>> = {
  1: 'Off',
  2: 'Weak',
  3: 'Fair',
  4: 'Good',
  5: 'Spot on',
};
