import { Fragment } from 'react';

import { formatMoney } from '~/lib/format/money';
import { formatCount, formatNumber } from '~/lib/format/numbers';
import { PopoverWindow, type PopoverWindowProps } from '~/ui/overlays/popover-window';

import { chatTexts } from '../../texts';
import type { AnswerContext, ReportedUsage } from '../../conversations/conversation';

interface TokenDetailsProps extends Pick<PopoverWindowProps, 'button' | 'open' | 'onOpenChange'> {
  used: number;
  by: string;
  model?: string;
  reported?: ReportedUsage | null;
  context?: AnswerContext | null;
  /** Null while metering is off: then nothing is said about tokens. */
  left: number | null;
}

/** The numbers behind a token ring. Loaded when one is first opened. */
export function TokenDetails({
  used,
  by,
  model,
  reported,
  context,
  left,
  ...popover
}: TokenDetailsProps) {
  return (
    <PopoverWindow
      label={left === null ? chatTexts.whatIsRead : 'Tokens'}
      {...popover}
      className="w-72 divide-y p-4 text-sm *:py-3 *:first:pt-0 *:last:pb-0"
    >
      {left !== null && (
        <div>
          <p className="font-medium tabular-nums">{formatCount(used, 'token')}</p>
          <p className="mt-0.5 text-muted">
            used by {by}
            {model !== undefined && ` (${model})`}
          </p>
        </div>
      )}
      {reported && <Reported {...reported} />}
      {context && <Gauge {...context} />}
      {left !== null && (
        <p className="text-muted tabular-nums">You have {formatCount(left, 'token')} left.</p>
      )}
    </PopoverWindow>
  );
}

/** How full the AI's context is. */
function Gauge({ percent, leftOut }: AnswerContext) {
  return (
    <div>
      <p className="tabular-nums">{formatNumber(percent)}% of what the AI can read at once</p>
      <div className="mt-2 h-1 rounded-full bg-sunken" aria-hidden="true">
        <div className="h-full rounded-full bg-current" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-2 text-muted">
        {leftOut === 0
          ? 'It reads this whole conversation before it answers.'
          : `It no longer reads the first ${formatCount(leftOut, 'message')}.`}
      </p>
    </div>
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
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-muted tabular-nums">
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
