import { Link } from '@remix-run/react';

import { buttonClass } from '~/ui/button';

interface PageLinksProps {
  /** What was asked for. */
  asked: Record<string, string>;
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
  /** It is not the first page. */
  isLater: boolean;
}

/** From one page of a list to the next, and back to its beginning. */
export function PageLinks({ asked, cursor, isLater }: PageLinksProps) {
  return (
    <p className="mt-4 flex gap-3 empty:hidden">
      {isLater && (
        <Link
          to={`?${new URLSearchParams(asked)}`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          To the newest
        </Link>
      )}
      {cursor !== null && (
        <Link
          to={`?${new URLSearchParams({ ...asked, before: cursor })}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Older
        </Link>
      )}
    </p>
  );
}
