import { Link } from '@remix-run/react';

import { formatChartDay, formatMoment } from '~/lib/format/dates';
import { formatCount, formatNumber } from '~/lib/format/numbers';
import { DayBars } from '~/ui/display/day-bars';

import { LedgerList } from '../../ledger/components/ledger-list';
import type { TokensTabData } from '../tokens';
import { dayTotal, USAGE_DAYS, USE_NAMES, type UsageDay, useTotals as totalsOf } from '../uses';
import { UsagePart } from './part';

/** What used the tokens: by day, by use, and entry by entry. Loaded after the rest of the tab. */
export function TokensDetails({ data }: { data: TokensTabData }) {
  const { balance, days, usage, ledger, zone } = data;
  return (
    <>
      <UsagePart title="Usage">
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
          Chat titles and the help assistant are free. Times are in your time zone,{' '}
          {zone.replaceAll('_', ' ')}.
        </p>
      </UsagePart>
      <UsagePart title="Activity">
        <LedgerList first={ledger} zone={zone} metered={balance.metering !== 'off'} />
      </UsagePart>
    </>
  );
}

function usedText({ balance, zone }: TokensTabData): string {
  const { totalTokensUsed, lastTokenUse } = balance;
  if (lastTokenUse === null) return 'You haven’t used any tokens yet.';
  return `${formatCount(totalTokensUsed, 'token')} used in total, most recently on ${formatMoment(lastTokenUse, zone)}.`;
}

/** The tokens used: by day as bars, by use as a list, and both as a table. */
function UsageChart({ days }: { days: UsageDay[] }) {
  const totals = totalsOf(days);
  const all = totals.reduce((sum, { tokens }) => sum + tokens, 0);
  if (all === 0) {
    return (
      <p className="rounded-lg border border-dashed px-4 py-8 text-center text-muted">
        No tokens used in the last {days.length} days.
      </p>
    );
  }
  return (
    <>
      <DayBars
        days={days.map((day) => ({ day: day.day, value: dayTotal(day) }))}
        name="Tokens used"
        unit="tokens"
      />
      <ul className="mt-6 space-y-2.5" aria-label="By type">
        {totals.map(({ use, tokens }) => (
          <li key={use} className="text-sm">
            <span className="flex justify-between gap-4">
              <span>{USE_NAMES[use]}</span>
              <span className="text-muted tabular-nums">
                {formatNumber(tokens)} ({share(tokens, all)})
              </span>
            </span>
            <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full min-w-1 rounded-full bg-accent"
                style={{ width: `${(100 * tokens) / all}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <DayTable days={days} />
    </>
  );
}

function DayTable({ days }: { days: UsageDay[] }) {
  const uses = totalsOf(days).map(({ use }) => use);
  const used = days.filter((day) => dayTotal(day) > 0).reverse();
  return (
    <details className="mt-5">
      <summary className="disclosure w-fit rounded-sm text-sm font-medium text-muted hover:text-text">
        View as a table
      </summary>
      <div
        role="region"
        aria-label="Tokens used per day"
        // It scrolls, so it must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-md border"
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                Day
              </th>
              {uses.map((use) => (
                <th key={use} scope="col" className="px-3 py-2 text-right font-medium">
                  {USE_NAMES[use]}
                </th>
              ))}
              <th scope="col" className="px-3 py-2 text-right font-medium">
                Total
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {used.map((day) => (
              <tr key={day.day} className="border-t">
                <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                  {formatChartDay(day.day)}
                </th>
                {uses.map((use) => (
                  <td key={use} className="px-3 py-1.5 text-right">
                    {formatNumber(day.tokens[use] ?? 0)}
                  </td>
                ))}
                <td className="px-3 py-1.5 text-right">{formatNumber(dayTotal(day))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function share(part: number, all: number): string {
  const percent = (100 * part) / all;
  return percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
}
