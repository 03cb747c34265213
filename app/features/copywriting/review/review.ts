import { citedNumbers } from '~/features/brand';
import { fieldsOf } from '~/lib/json';
import { findQuote } from '~/lib/text/find-quote';
import { readPartialJson } from '~/lib/text/partial-json';

import { CRITERIA, type Criterion, MAX_SCORE } from './criteria';

/** The longest text that is reviewed, in UTF-16 units. */
export const MAX_REVIEWED = 20_000;
/** Of lists and texts in a review; in UTF-16 units. */
export const REVIEW_LIMITS = { quotes: 3, quote: 600, reason: 800, rewrites: 5, rewrite: 1_500 };

/** What the assistant says about one criterion. */
export interface Judgment {
  criterion: Criterion;
  /** 1 to 5; null where the profile says nothing to go by. */
  score: number | null;
  reason: string;
  /** Passages of the text that the score rests on. */
  quotes: string[];
}

/** Another wording of a weak sentence. */
export interface SuggestedRewrite {
  /** As it stands in the text that was reviewed. */
  sentence: string;
  rewrite: string;
  reason: string;
}

export interface Review {
  /** Those that have arrived. */
  judgments: Judgment[];
  rewrites: SuggestedRewrite[];
  /** How many quotes and rewrites were left out because the text doesn't have what they quote or cite. */
  dropped: number;
}

/**
 * Reads a review out of the answer so far (`lastAttempt` of the generated text). Models make quotes up: one that the reviewed
 * text doesn't have is left out and counted. While `running`, the last part may be half of something.
 */
export function readReview(answer: string, reviewed: string, running = false): Review {
  const { value } = readPartialJson(answer);
  const review: Review = { judgments: [], rewrites: [], dropped: 0 };
  const fields = fieldsOf(value);
  const arrived = CRITERIA.filter((criterion) => Object.hasOwn(fields, criterion));
  for (const criterion of arrived) {
    const { score, reason, quotes } = fieldsOf(fields[criterion]);
    // The score comes last, so a judgment without one is not whole yet.
    if (score === undefined) continue;
    const all = texts(quotes).slice(0, REVIEW_LIMITS.quotes);
    const found = all.flatMap((quote) => passageAt(reviewed, quote) ?? []);
    review.dropped += all.length - found.length;
    review.judgments.push({
      criterion,
      score: isScore(score) ? score : null,
      reason: clean(reason, REVIEW_LIMITS.reason),
      quotes: [...new Set(found)],
    });
  }
  const list = Array.isArray(fields.rewrites) ? (fields.rewrites as unknown[]) : [];
  const whole = running ? list.slice(0, -1) : list;
  for (const item of whole.slice(0, REVIEW_LIMITS.rewrites)) {
    const { sentence, rewrite, reason } = fieldsOf(item);
    const old = typeof sentence === 'string' ? passageAt(reviewed, sentence) : null;
    const text = clean(rewrite, REVIEW_LIMITS.rewrite);
    const known = old === null ? [] : citedNumbers(old);
    // A citation that the sentence doesn't have is made up, too: the AI was given no sources.
    const isMadeUp = old === null || citedNumbers(text).some((number) => !known.includes(number));
    if (isMadeUp) review.dropped += 1;
    else if (text !== '' && text !== old) {
      review.rewrites.push({
        sentence: old,
        rewrite: text,
        reason: clean(reason, REVIEW_LIMITS.reason),
      });
    }
  }
  return review;
}

/** The text with a rewrite in the place of its sentence; null when the sentence is no longer there. */
export function applyRewrite(
  text: string,
  { sentence, rewrite }: Pick<SuggestedRewrite, 'sentence' | 'rewrite'>,
): string | null {
  const at = text.indexOf(sentence);
  return at === -1 ? null : text.slice(0, at) + rewrite + text.slice(at + sentence.length);
}

/** A quote as the text has it. */
function passageAt(text: string, quote: string): string | null {
  const place = findQuote(text, quote.slice(0, REVIEW_LIMITS.quote));
  return place && text.slice(place.start, place.end);
}

function isScore(score: unknown): score is number {
  return Number.isInteger(score) && (score as number) >= 1 && (score as number) <= MAX_SCORE;
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function clean(text: unknown, max: number): string {
  return typeof text === 'string' ? text.trim().slice(0, max).toWellFormed() : '';
}
