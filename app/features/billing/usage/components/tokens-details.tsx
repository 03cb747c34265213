import { Link } from '@remix-run/react';

import { momentText } from '../balance-words';
import type { TokensTabData } from '../tokens-tab';
import { USAGE_DAYS } from '../usage';
import { LedgerList } from '../../ledger/components/ledger-list';
import { Part } from './part';
import { UsageChart } from './usage-chart';

/** What used the tokens: by days, by kinds, and entry by entry. */
export function TokensDetails({ data }: { data: TokensTabData }) {
  const { balance, days, usage, ledger, zone } = data;
  return (
    <>
      <Part title="What you used">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-sm text-pretty text-muted">{usedText(data)}</p>
          <nav
            aria-label="Days shown"
            className="flex w-fit shrink-0 gap-1 rounded-lg border bg-sunken p-1 text-sm"
          >
            {USAGE_DAYS.map((count) => (
              <Link
                key={count}
                to={`/settings?tab=tokens&days=${count}`}
                preventScrollReset
                replace
                aria-current={count === days ? 'true' : undefined}
                className="grid h-8 place-items-center rounded-md px-3 text-muted hover:text-text aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-text aria-[current]:shadow-raised touch:h-11"
              >
                {count} days
              </Link>
            ))}
          </nav>
        </div>
        <UsageChart days={usage} />
        <p className="mt-5 text-sm text-muted">
          Titles of conversations and the help assistant cost you nothing. Days are those of{' '}
          {zone.replaceAll('_', ' ')}.
        </p>
      </Part>
      <Part title="Every entry">
        <LedgerList first={ledger} zone={zone} metered={balance.metering !== 'off'} />
      </Part>
    </>
  );
}

function usedText({ balance, zone }: TokensTabData): string {
  const { totalTokensUsed, lastTokenUse } = balance;
  if (lastTokenUse === null) return 'You have not used any tokens yet.';
  return `You have used ${totalTokensUsed.toLocaleString('en-US')} tokens in all, the last on ${momentText(lastTokenUse, zone)}.`;
}
