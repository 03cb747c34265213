import { fieldsOf, isObject, isTextList } from '~/lib/json';

import type { FormatId } from '../formats/formats';

/** A text in an editor that can be reviewed. */
export interface ReviewedText {
  /** What its reviews are found by: the kind and the id of what has the text. */
  name: `content:${string}` | `variant:${string}` | `document:${string}`;
  text: string;
  formatId: FormatId | null;
  /** Whose brand it was written for; null for the profile in use. */
  profileId: string | null;
  /** An accepted rewrite changes the text. */
  onChange: (text: string) => void;
}

/** What became of a suggested rewrite. */
export type Verdict = 'accepted' | 'discarded';

/** What was reviewed, and what this tab knows of the review. */
export interface ReviewSubject {
  /** The text as it was. */
  text: string;
  profileId: string;
  brand: string;
  /** By the sentences of the rewrites. */
  verdicts: Readonly<Record<string, Verdict>>;
}

export function isReviewSubject(json: unknown): json is ReviewSubject {
  const { text, profileId, brand, verdicts } = fieldsOf(json);
  const texts = [text, profileId, brand, ...Object.values(fieldsOf(verdicts))];
  return isObject(verdicts) && isTextList(texts);
}

/** The name of a text's reviews in a tab. */
export const tabReview = (name: string) => `review:${name}`;
