import { useEffect, useMemo, useState } from 'react';

import {
  follow,
  type GenerationState,
  isRunning,
  lastAttempt,
  stop as stopText,
  useLiveText,
} from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { type Refused, refusedBy } from '~/features/billing';
import { client } from '~/http/client';

import type { FormatId } from '../formats/formats';
import { applyRewrite, readReview, type Review, type SuggestedRewrite } from './review';
import type { ReviewedText } from './reviewed-text';
import type { ReviewsApi } from './routes/reviews';
import { keepReview, type StoredReview, storedReview, type Verdict } from './stored-review';
import { reviewTexts } from './texts';

const api = client<ReviewsApi>();

export interface ReviewView extends Review {
  brand: string;
  state: GenerationState;
  running: boolean;
  /** Why it failed. */
  reason: string | null;
  verdicts: Readonly<Record<string, Verdict>>;
  /** The text is another by now, apart from accepted rewrites. */
  changed: boolean;
}

/** The newest review of a text in this tab, and what can be done with it. */
export function useReview({ name, text, formatId, onChange }: Omit<ReviewedText, 'profileId'>) {
  const [stored, setStored] = useState<StoredReview | null>(() => storedReview(name));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, setPending] = useState(false);
  const id = stored?.id ?? '';
  const live = useLiveText(id);

  function keep(next: StoredReview | null) {
    setStored(next);
    keepReview(name, next);
  }

  useEffect(() => {
    if (id !== '') void follow(id);
  }, [id]);

  const state = live?.state ?? 'queued';
  const running = isRunning(state);
  const answer = live?.text ?? '';
  const reviewed = stored?.text ?? '';
  const found = useMemo(
    () => readReview(lastAttempt(answer), reviewed, running),
    [answer, reviewed, running],
  );
  const verdicts = stored?.verdicts ?? {};
  const view: ReviewView | null = stored && {
    ...found,
    ...{ brand: stored.brand, state, running, reason: live?.reason ?? null, verdicts },
    changed: !running && text !== accepted(reviewed, found.rewrites, verdicts),
  };

  return {
    review: view,
    refused,
    pending,

    async start(profile: { id: string; name: string }) {
      setPending(true);
      setRefused(null);
      try {
        const body = { text, profileId: profile.id, formatId };
        const { id } = await api.post('/api/reviews', { body });
        keep({ id, text, brand: profile.name, at: Date.now(), verdicts: {} });
      } catch (error) {
        setRefused(refusedBy(error, reviewTexts.startFailed));
      } finally {
        setPending(false);
      }
    },

    async stop() {
      try {
        await stopText(id);
      } catch (error) {
        showFailure(error, reviewTexts.stopFailed);
      }
    },

    /** Puts a rewrite in its place, or says that it has none. */
    accept(rewrite: SuggestedRewrite): boolean {
      const next = applyRewrite(text, rewrite);
      if (next === null || !stored) return false;
      onChange(next);
      keep({ ...stored, verdicts: { ...verdicts, [rewrite.sentence]: 'accepted' } });
      return true;
    },

    discard({ sentence }: SuggestedRewrite) {
      if (stored) keep({ ...stored, verdicts: { ...verdicts, [sentence]: 'discarded' } });
    },

    /** Takes a verdict back, and with it what it changed. */
    undo({ sentence, rewrite }: SuggestedRewrite): boolean {
      if (!stored) return false;
      if (verdicts[sentence] === 'accepted') {
        const next = applyRewrite(text, { sentence: rewrite, rewrite: sentence });
        if (next === null) return false;
        onChange(next);
      }
      const others = Object.entries(verdicts).filter(([other]) => other !== sentence);
      keep({ ...stored, verdicts: Object.fromEntries(others) });
      return true;
    },

    close() {
      setRefused(null);
      keep(null);
    },
  };
}

/** The reviewed text with the accepted rewrites. */
function accepted(
  text: string,
  rewrites: readonly SuggestedRewrite[],
  verdicts: Readonly<Record<string, Verdict>>,
): string {
  return rewrites
    .filter(({ sentence }) => verdicts[sentence] === 'accepted')
    .reduce((before, rewrite) => applyRewrite(before, rewrite) ?? before, text);
}

/** What a review costs, in tokens, besides the text. */
export type Terms = Awaited<ReturnType<typeof readTerms>>;

export function readTerms(profileId: string, formatId: FormatId | null) {
  return api.get('/api/reviews', { search: { profileId, formatId: formatId ?? undefined } });
}
