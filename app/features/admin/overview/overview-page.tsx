import { Link } from '@remix-run/react';
import { CircleCheck, CircleDashed, CircleX, Minus } from 'lucide-react';
import { useEffect, useState } from 'react';

import { TOKEN_USES, USE_NAMES } from '~/features/billing';
import { client } from '~/http/client';
import { formatChartDay } from '~/lib/format/dates';
import { formatBytes, formatNumber } from '~/lib/format/numbers';
import { MINUTE_MS } from '~/lib/time';
import { DayBars } from '~/ui/display/day-bars';
import { CircleQuestionMark } from '~/ui/display/shared-icons';

import { AdminHeading, Moment } from '../components/admin-frame';
import type { PartHealth } from '../health/connections';
import type { HealthApi } from '../health/routes/health';
import type { Overview, OverviewDay } from './read-overview.server';

const api = client<HealthApi>();

export function OverviewPage({ overview }: { overview: Overview }) {
  const { users, jobs, storedBytes, parts, days } = overview;
  return (
    <>
      <AdminHeading title="Admin">How this site is doing. Days are in UTC.</AdminHeading>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure name="Accounts" value={users.total} />
        <Figure name="Active today" value={users.activeToday} />
        <Figure name="Active in 7 days" value={users.activeWeek} />
        <Figure name="Active in 30 days" value={users.activeMonth} />
        <Figure name="Media jobs running" value={jobs.running} />
        <Figure name="Media jobs waiting" value={jobs.waiting} />
        <Figure name="Failed today" value={jobs.failedToday} />
        <Figure name="Files" value={formatBytes(storedBytes)} />
      </dl>
      <PartList loaded={parts} />
      <Days days={days} />
    </>
  );
}

function Figure({ name, value }: { name: string; value: number | string }) {
  return (
    <div className="flex flex-col-reverse rounded-xl border bg-raised px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-display text-2xl font-semibold tabular-nums">
        {typeof value === 'number' ? formatNumber(value) : value}
      </dd>
    </div>
  );
}

const COLUMNS: [keyof Omit<OverviewDay, 'day' | 'uses'>, string][] = [
  ['signUps', 'Sign-ups'],
  ['messages', 'Messages'],
  ['tokens', 'Tokens'],
  ['houseTokens', 'System tokens'],
];

function Days({ days }: { days: readonly OverviewDay[] }) {
  const uses = TOKEN_USES.filter((use) => days.some((day) => (day.uses[use] ?? 0) > 0));
  return (
    <section aria-labelledby="days" className="mt-10">
      <h2 id="days" className="font-display text-lg font-semibold">
        Last 30 days
      </h2>
      <div className="mt-4 grid gap-8 sm:grid-cols-2">
        {COLUMNS.map(([id, label]) => (
          <div key={id}>
            <h3 className="mb-2 text-sm font-medium">{label}</h3>
            <DayBars
              days={days.map((day) => ({ day: day.day, value: day[id] }))}
              name={label}
              unit={label.toLowerCase()}
            />
          </div>
        ))}
      </div>
      <div
        className="mt-8 max-h-96 overflow-auto rounded-xl border"
        role="group"
        aria-labelledby="days"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
        tabIndex={0}
      >
        <table className="w-full text-sm tabular-nums">
          <thead className="sticky top-0 bg-raised">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Day
              </th>
              {[...COLUMNS.map(([, label]) => label), ...uses.map((use) => USE_NAMES[use])].map(
                (label) => (
                  <th key={label} scope="col" className="px-4 py-2 text-right font-medium">
                    {label}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y">
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="px-4 py-2 text-left font-normal whitespace-nowrap">
                  {formatChartDay(day.day)}
                </th>
                {COLUMNS.map(([id]) => (
                  <td key={id} className="px-4 py-2 text-right">
                    {formatNumber(day[id])}
                  </td>
                ))}
                {uses.map((use) => (
                  <td key={use} className="px-4 py-2 text-right">
                    {formatNumber(day.uses[use] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const STATES = {
  works: { text: 'Works', icon: CircleCheck, className: 'text-success' },
  fails: { text: 'Doesn’t work', icon: CircleX, className: 'font-medium text-danger' },
  unknown: { text: 'Answers', icon: CircleQuestionMark, className: 'text-muted' },
  unused: { text: 'Not in use', icon: Minus, className: 'text-muted' },
  checking: { text: 'Checking…', icon: CircleDashed, className: 'text-muted' },
} as const;

/** Each part's setting, whether it works, and what to do if it doesn't. */
function PartList({ loaded }: { loaded: PartHealth[] }) {
  const parts = useHealth(loaded);
  return (
    <section aria-labelledby="health" className="mt-10">
      <h2 id="health" className="font-display text-lg font-semibold">
        Health
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        Checked every few minutes while this page is open. For a full test, go to{' '}
        <Link to="/admin/connections" className="underline underline-offset-4">
          Connections
        </Link>
        .
      </p>
      <ul aria-labelledby="health" className="mt-3 divide-y rounded-xl border bg-raised text-sm">
        {parts.map((part) => (
          <PartRow key={part.name} part={part} />
        ))}
      </ul>
    </section>
  );
}

function PartRow({ part: { name, setting, state, text, checkedAt } }: { part: PartHealth }) {
  const { text: stateText, icon: Icon, className } = STATES[state];
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-56">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-muted wrap-anywhere">{setting}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className={`inline-flex items-center gap-1.5 ${className}`}>
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {stateText}
          </span>
          {checkedAt !== null && (
            <span className="text-muted">
              <Moment at={checkedAt} />
            </span>
          )}
        </p>
      </div>
      {text !== '' && (
        <p className={`mt-1 text-pretty ${state === 'fails' ? '' : 'text-muted'}`}>{text}</p>
      )}
    </li>
  );
}

const CHECKING_POLL_MS = 1_500;
const POLL_MS = MINUTE_MS;

/** The present health of the parts, polled while the page is visible. */
function useHealth(loaded: PartHealth[]): PartHealth[] {
  const [{ from, parts }, setKnown] = useState({ from: loaded, parts: loaded });
  // The page's data were loaded again, and are newer.
  if (from !== loaded) setKnown({ from: loaded, parts: loaded });
  const isChecking = parts.some((part) => part.isChecking);
  useEffect(() => {
    let current = true;
    const timer = setInterval(
      () => {
        if (document.visibilityState !== 'visible') return;
        api.get('/api/admin/health').then(
          ({ parts }) => {
            if (current) setKnown({ from: loaded, parts });
          },
          // The page shows when each part was checked, and the next poll may succeed.
          () => undefined,
        );
      },
      isChecking ? CHECKING_POLL_MS : POLL_MS,
    );
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [isChecking, loaded]);
  return parts;
}
