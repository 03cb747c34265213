import { Link } from '@remix-run/react';

import type { Estimated } from '~/features/billing';

import { briefTexts } from '../../texts';
import { costText } from '../brief-form';

/** What it will cost, before it is asked for. */
export function EstimateLine({ estimated: { estimate, failed } }: { estimated: Estimated }) {
  const words = estimate && costText(estimate);
  return (
    <p
      role="status"
      className={`min-h-5 text-sm text-pretty ${words?.short ? 'text-danger' : 'text-muted'}`}
    >
      {words?.text}
      {words?.short && (
        <>
          {' '}
          <Link to="/settings?tab=tokens" className="rounded-sm underline underline-offset-4">
            See your tokens
          </Link>
        </>
      )}
      {failed && briefTexts.estimateFailed}
    </p>
  );
}
