import { Fragment } from 'react';

import { formatCount, formatMoney, formatNumber } from '~/lib/format';
import { PopoverWindow, type PopoverWindowProps } from '~/ui/overlays/popover-window';

import type { ReportedUsage } from '../../conversations/conversation';

interface TokenDetailsProps extends Pick<PopoverWindowProps, 'button' | 'open' | 'onOpenChange'> {
  used: number;
  by: string;
  model?: string;
  reported?: ReportedUsage | null;
  left: number;
}

/** The numbers behind a token ring. Loaded when one is first opened. */
export function TokenDetails({ used, by, model, reported, left, ...popover }: TokenDetailsProps) {
  return (
    <PopoverWindow label="Tokens" {...popover} className="w-60 p-4 text-sm">
      <p className="font-medium tabular-nums">{formatCount(used, 'token')}</p>
      <p className="mt-0.5 text-muted">
        used by {by}
        {model !== undefined && ` (${model})`}
      </p>
      {reported && <Reported {...reported} />}
      <p className="mt-3 border-t pt-3 text-muted tabular-nums">
        You have {formatCount(left, 'token')} left.
      </p>
    </PopoverWindow>
  );
}

/** What the provider reported: the two sums, and which parts it named. */
function Reported({ read, written, cached, cacheWritten, reasoning, audio, cost }: ReportedUsage) {
  const rows: [label: string, value: string | number, isPart?: boolean][] = [
    ['Read', read],
    ['From the cache', cached, true],
    ['Saved to the cache', cacheWritten, true],
    ['Written', written],
    ['Thinking', reasoning, true],
    ['Audio, in both', audio],
    ['Provider’s price', cost === null ? 0 : priceText(cost)],
  ];
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t pt-3 text-muted tabular-nums">
      {rows
        .filter(([, value]) => value !== 0)
        .map(([label, value, isPart]) => (
          <Fragment key={label}>
            <dt className={isPart ? 'pl-3' : ''}>{label}</dt>
            <dd className="text-right">
              {typeof value === 'number' ? formatNumber(value) : value}
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Most answers cost less than a cent. */
function priceText(dollars: number): string {
  const cents = Math.round(dollars * 100);
  return dollars > 0 && cents === 0 ? `Under ${formatMoney(1, 'usd')}` : formatMoney(cents, 'usd');
}
