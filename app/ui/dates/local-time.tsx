import { useSyncExternalStore } from 'react';

import { formatMoment, formatRelativeDay, type Moment } from '~/lib/format/dates';
import { formatContext } from '~/lib/format/context';
import { MINUTE_MS } from '~/lib/time';

interface LocalTimeProps {
  at: Moment;
  className?: string;
}

interface LocalDayProps extends LocalTimeProps {
  /** It follows other words: `Read today, 3:40 PM`. */
  inSentence?: boolean;
}

/** `Today, 3:40 PM`, `Yesterday`, `Nov 22`, or `Nov 22, 2025`; the tooltip has the time of day. */
export function LocalDay({ at, className, inSentence = false }: LocalDayProps) {
  const now = useNow();
  const day = formatRelativeDay(at, now);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)} className={className}>
      {inSentence ? day.replace(/^(?:Today|Yesterday)/, (word) => word.toLowerCase()) : day}
    </time>
  );
}

/** `Nov 28, 2026, 7:05 PM`. */
export function LocalMoment({ at, className }: LocalTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {formatMoment(at)}
    </time>
  );
}

const NEVER = () => () => undefined;
/** Days begin at a multiple of it in every time zone. */
const STEP_MS = 15 * MINUTE_MS;
const startOfStep = (moment: number) => moment - (moment % STEP_MS);
const browserNow = () => startOfStep(Date.now());
const documentNow = () => startOfStep(formatContext().now);

/** The present, exact enough to tell which day is today; while the page is hydrated, the server's. */
export function useNow(): number {
  return useSyncExternalStore(NEVER, browserNow, documentNow);
}
