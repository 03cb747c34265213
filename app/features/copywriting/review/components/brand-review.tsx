import { ClipboardCheck } from 'lucide-react';
import { useCallback, useState } from 'react';

import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useHydrated } from '~/ui/use-hydrated';

import type { ReviewedText } from '../reviewed-text';
import { reviewTexts } from '../texts';
import { hasReview } from '../use-review';

const loadPanel = () => import('./review-panel');

/** "Review against your brand": loaded when it is asked for, or when this tab has a review of the text. */
export function BrandReview(props: ReviewedText) {
  const [clicked, setClicked] = useState(false);
  const giveUp = useCallback(() => setClicked(false), []);
  const hydrated = useHydrated();
  const wanted = clicked || (hydrated && hasReview(props.name));
  const panel = useLoadOnUse(loadPanel, wanted, giveUp);

  return (
    <section aria-label="Brand review" className="border-t pt-5">
      <h2 className="text-sm font-medium">Brand review</h2>
      {wanted && panel ? (
        <panel.ReviewPanel {...props} onClose={giveUp} />
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">{reviewTexts.intro}</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            aria-disabled={wanted || undefined}
            onClick={() => setClicked(true)}
          >
            {wanted ? <SpinnerIcon /> : <ClipboardCheck className="size-4" aria-hidden="true" />}
            Review against your brand
          </Button>
        </>
      )}
    </section>
  );
}
