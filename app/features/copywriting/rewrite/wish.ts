import type { Passage } from './find-passage';
import type { PassageAction } from './passage';

/** What is wanted of a passage. */
export interface Wish {
  action: PassageAction;
  /** The tone or the language, where the action needs one. */
  word: string;
  /** What else the person wishes. */
  note: string;
  passage: Passage;
}

const TITLES: Record<Exclude<PassageAction, 'tone' | 'translate'>, string> = {
  rewrite: 'Rewritten',
  shorten: 'Shorter',
  lengthen: 'Longer',
};

/** What a proposal is called. */
export function titleOf({ action, word }: Wish): string {
  if (action === 'tone') return `Tone: ${word}`;
  if (action === 'translate') return `In ${word}`;
  return TITLES[action];
}
