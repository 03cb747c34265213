import { dayTotal, scaleTop, useTotals as totalsOf, type UsageDay } from '../usage/usage';
import { USE_NAMES } from '../usage/uses';

const HEIGHT = 100;
/** Of a day's place, the part that its bar takes. */
const BAR = 0.72;

/** What was used per day as bars, by kind of use as a list, and all of it as a table. */
export function UsageChart({ days }: { days: UsageDay[] }) {
  const totals = totalsOf(days);
  const all = totals.reduce((sum, { tokens }) => sum + tokens, 0);
  if (all === 0) {
    return (
      <p className="rounded-lg border border-dashed px-4 py-8 text-center text-muted">
        Nothing was used in these {days.length} days.
      </p>
    );
  }
  return (
    <>
      <Bars days={days} all={all} />
      <ul className="mt-6 space-y-2.5" aria-label="By kind of use">
        {totals.map(({ use, tokens }) => (
          <li key={use} className="text-sm">
            <span className="flex justify-between gap-4">
              <span>{USE_NAMES[use]}</span>
              <span className="text-muted tabular-nums">
                {tokens.toLocaleString('en-US')} ({share(tokens, all)})
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

function Bars({ days, all }: { days: UsageDay[]; all: number }) {
  const most = days.reduce((best, day) => (dayTotal(day) > dayTotal(best) ? day : best));
  const top = scaleTop(dayTotal(most));
  const first = days[0]!.day;
  const last = days.at(-1)!.day;
  return (
    <figure>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-40 flex-col justify-between text-right text-xs leading-none text-muted tabular-nums"
        >
          <span>{compact(top)}</span>
          <span>{compact(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={`Tokens used per day from ${dayName(first)} to ${dayName(last)}: ${all.toLocaleString('en-US')} in all, most on ${dayName(most.day)} with ${dayTotal(most).toLocaleString('en-US')}.`}
            viewBox={`0 0 ${days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-40 w-full overflow-visible"
          >
            {[0, HEIGHT / 2, HEIGHT].map((y) => (
              <line
                key={y}
                x1={0}
                x2={days.length}
                y1={y}
                y2={y}
                vectorEffect="non-scaling-stroke"
                className="stroke-border"
              />
            ))}
            {days.map((day, index) => {
              const total = dayTotal(day);
              // What is not nothing is seen.
              const height = total === 0 ? 0 : Math.max((HEIGHT * total) / top, 1);
              return (
                <g key={day.day} className="group">
                  <title>{`${dayName(day.day)}: ${total.toLocaleString('en-US')} tokens`}</title>
                  <rect x={index} y={0} width={1} height={HEIGHT} fill="transparent" />
                  <rect
                    x={index + (1 - BAR) / 2}
                    y={HEIGHT - height}
                    width={BAR}
                    height={height}
                    className="fill-accent group-hover:fill-accent-hover"
                  />
                </g>
              );
            })}
          </svg>
          <div aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-muted">
            <span>{dayName(first)}</span>
            <span>{dayName(days[Math.floor(days.length / 2)]!.day)}</span>
            <span>{dayName(last)}</span>
          </div>
        </div>
      </div>
    </figure>
  );
}

function DayTable({ days }: { days: UsageDay[] }) {
  const uses = totalsOf(days).map(({ use }) => use);
  const used = days.filter((day) => dayTotal(day) > 0).reverse();
  return (
    <details className="mt-5">
      <summary className="inline-flex cursor-pointer items-center rounded-sm text-sm font-medium text-muted hover:text-text touch:min-h-11">
        Show as a table
      </summary>
      <div
        role="region"
        aria-label="Tokens used per day"
        // It scrolls, so the keyboard must get to it.
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
                In all
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {used.map((day) => (
              <tr key={day.day} className="border-t">
                <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                  {dayName(day.day)}
                </th>
                {uses.map((use) => (
                  <td key={use} className="px-3 py-1.5 text-right">
                    {(day.tokens[use] ?? 0).toLocaleString('en-US')}
                  </td>
                ))}
                <td className="px-3 py-1.5 text-right">{dayTotal(day).toLocaleString('en-US')}</td>
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
  return percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
}

/** `Nov 21`: a day is the same wherever it is told. */
function dayName(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}

function compact(tokens: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact' }).format(tokens);
}
