import { useEffect, useMemo, useState } from 'react';

import { type GenerationState, lastAttempt, useGeneratedText } from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { refusedBy } from '~/features/billing';
import { client } from '~/http/client';

import type { FormatId } from '../formats/formats';
import { applyRewrite, readReview, type Review, type SuggestedRewrite } from './review';
import {
  isReviewSubject,
  type ReviewedText,
  type ReviewSubject,
  tabReview,
  type Verdict,
} from './reviewed-text';
import type { ReviewsApi } from './routes/reviews';
import { reviewTexts } from './texts';

const api = client<ReviewsApi>();

export interface ReviewView extends Review {
  brand: string;
  /** When it was requested, in milliseconds. */
  at: number;
  state: GenerationState;
  running: boolean;
  /** Why it failed. */
  reason: string | null;
  verdicts: ReviewSubject['verdicts'];
  /** It ended without scores and rewrites. */
  empty: boolean;
  /** The text is another by now, apart from accepted rewrites. */
  changed: boolean;
}

/** The newest review of a text, whichever tab or device requested it, and what can be done with it. */
export function useReview({ name, text, formatId, onChange }: Omit<ReviewedText, 'profileId'>) {
  const generated = useGeneratedText(tabReview(name), isReviewSubject);
  const { attempt, adopt } = generated;
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    let current = true;
    const show = ({ review }: Awaited<ReturnType<typeof readNewest>>) => {
      if (!current || !review) return;
      const { id, at, ...subject } = review;
      adopt({ id, at, subject: { ...subject, verdicts: {} } });
    };
    // Without an answer, there is what the tab remembers.
    readNewest(name)
      .then(show, () => {})
      .finally(() => {
        if (current) setLooked(true);
      });
    return () => {
      current = false;
    };
  }, [name, adopt]);

  const { subject, text: answer = '', running = false } = generated.text ?? {};
  const reviewed = subject?.text ?? '';
  const verdicts = subject?.verdicts ?? {};
  const found = useMemo(
    () => readReview(lastAttempt(answer), reviewed, running),
    [answer, reviewed, running],
  );
  const view: ReviewView | null = generated.text && {
    ...found,
    ...{ ...generated.text, brand: subject?.brand ?? '', verdicts },
    empty: !running && found.judgments.length === 0 && found.rewrites.length === 0,
    changed: !running && text !== accepted(reviewed, found.rewrites, verdicts),
  };

  function judge(sentence: string, verdict: Verdict) {
    if (subject) generated.note({ ...subject, verdicts: { ...verdicts, [sentence]: verdict } });
  }

  const start = (profile: { id: string; name: string }) =>
    generated.start({ text, profileId: profile.id, brand: profile.name, verdicts: {} }, () =>
      api.post('/api/reviews', { body: { text, subject: name, profileId: profile.id, formatId } }),
    );

  return {
    review: view,
    /** It isn't known yet whether there is one. */
    looking: view === null && !looked,
    refused:
      attempt?.state === 'refused' ? refusedBy(attempt.error, reviewTexts.startFailed) : null,
    pending: attempt?.state === 'pending',
    start,
    /** The text as it is now, by the same profile. */
    startAgain: () =>
      subject ? start({ id: subject.profileId, name: subject.brand }) : Promise.resolve(),

    stop: () =>
      generated.stop().catch((error: unknown) => showFailure(error, reviewTexts.stopFailed)),

    /** Puts a rewrite in its place, or says that it has none. */
    accept(rewrite: SuggestedRewrite): boolean {
      const next = applyRewrite(text, rewrite);
      if (next === null) return false;
      onChange(next);
      judge(rewrite.sentence, 'accepted');
      return true;
    },

    discard({ sentence }: SuggestedRewrite) {
      judge(sentence, 'discarded');
    },

    /** Takes a verdict back, and with it what it changed. */
    undo({ sentence, rewrite }: SuggestedRewrite): boolean {
      if (!subject) return false;
      if (verdicts[sentence] === 'accepted') {
        const next = applyRewrite(text, { sentence: rewrite, rewrite: sentence });
        if (next === null) return false;
        onChange(next);
      }
      const others = Object.entries(verdicts).filter(([other]) => other !== sentence);
      generated.note({ ...subject, verdicts: Object.fromEntries(others) });
      return true;
    },

    close: generated.forget,
  };
}

/** The reviewed text with the accepted rewrites. */
function accepted(
  text: string,
  rewrites: readonly SuggestedRewrite[],
  verdicts: ReviewSubject['verdicts'],
): string {
  return rewrites
    .filter(({ sentence }) => verdicts[sentence] === 'accepted')
    .reduce((before, rewrite) => applyRewrite(before, rewrite) ?? before, text);
}

function readNewest(subject: ReviewedText['name']) {
  return api.get('/api/reviews/newest', { search: { subject } });
}

/** What a review costs, in tokens, besides the text. */
export type Terms = Awaited<ReturnType<typeof readTerms>>;

export function readTerms(profileId: string, formatId: FormatId | null) {
  return api.get('/api/reviews', { search: { profileId, formatId: formatId ?? undefined } });
}
