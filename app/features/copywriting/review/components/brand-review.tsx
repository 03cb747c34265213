import { ClipboardCheck } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';

import { rememberedText } from '~/engine/generation';
import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useHydrated } from '~/ui/use-hydrated';

import { type ReviewedText, isReviewSubject, tabReview } from '../reviewed-text';

const loadPanel = () => import('./review-panel');

/** "Review against your brand": loaded when it is asked for, or when this tab has a review of the text. */
export function BrandReview(props: ReviewedText) {
  /** Null until the person opens or closes it. */
  const [opened, setOpened] = useState<boolean | null>(null);
  const giveUp = useCallback(() => setOpened(false), []);
  const hydrated = useHydrated();
  const wanted =
    opened ?? (hydrated && rememberedText(tabReview(props.name), isReviewSubject) !== null);
  const panel = useLoadOnUse(loadPanel, wanted, giveUp);
  const button = useRef<HTMLButtonElement>(null);

  return (
    <section aria-label="Brand review" className="border-t pt-5">
      <h2 className="text-sm font-medium">Brand review</h2>
      {wanted && panel ? (
        <panel.ReviewPanel
          {...props}
          onClose={() => {
            giveUp();
            // The button is back in the next frame.
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">
            Scores your text against your brand profile and suggests better sentences.
          </p>
          <Button
            ref={button}
            variant="secondary"
            size="sm"
            className="mt-3"
            aria-disabled={wanted || undefined}
            onClick={() => setOpened(true)}
          >
            {wanted ? <SpinnerIcon /> : <ClipboardCheck className="size-4" aria-hidden="true" />}
            Review against your brand
          </Button>
        </>
      )}
    </section>
  );
}
