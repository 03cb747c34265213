import { Link } from '@remix-run/react';

import { formatNumber } from '~/lib/format/numbers';
import { buttonClass } from '~/ui/button';

import { Moment } from '../../components/admin-frame';
import type { UserDetails } from '../user-view';

/** What a user received and spent tokens for, without any of their texts. */
export function UserLedger({ ledger, usage }: Pick<UserDetails, 'ledger' | 'usage'>) {
  const { entries, cursor, isLater } = ledger;
  return (
    <section aria-labelledby="ledger" className="mt-10">
      <h2 id="ledger" className="font-display text-lg font-semibold">
        Ledger
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        {usage.length === 0
          ? 'No tokens used in the last 30 days.'
          : `Used in the last 30 days: ${usage
              .map(({ name, tokens }) => `${name} ${formatNumber(tokens)}`)
              .join(', ')}.`}
      </p>
      {entries.length === 0 ? (
        <p className="text-muted">No entries yet.</p>
      ) : (
        <ul
          aria-labelledby="ledger"
          className="max-h-96 divide-y overflow-auto rounded-xl border bg-raised text-sm"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
          tabIndex={0}
        >
          {entries.map(({ id, at, text, change }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2.5">
              <span className="min-w-0 flex-1 basis-40">{text}</span>
              <span className="text-muted">
                <Moment at={at} />
              </span>
              <span className="w-24 text-right tabular-nums">{change}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 flex gap-3 empty:hidden">
        {isLater && (
          <Link to="?" preventScrollReset className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            Newest
          </Link>
        )}
        {cursor !== null && (
          <Link
            to={`?${new URLSearchParams({ ledger: cursor })}`}
            preventScrollReset
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Older
          </Link>
        )}
      </p>
    </section>
  );
}

export function UserSessions({ sessions }: Pick<UserDetails, 'sessions'>) {
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <h2 id="sessions" className="mb-3 font-display text-lg font-semibold">
        Signed in on
      </h2>
      {sessions.length === 0 ? (
        <p className="text-muted">No devices.</p>
      ) : (
        <ul aria-labelledby="sessions" className="divide-y rounded-xl border bg-raised text-sm">
          {sessions.map(({ device, firstSeen, lastUsed }, place) => (
            <li key={place} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3">
              <span className="font-medium">{device}</span>
              <span className="text-muted">
                Since {firstSeen}, last used {lastUsed}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
