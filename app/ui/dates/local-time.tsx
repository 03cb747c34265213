import { formatLocalDay, formatLocalMoment } from '~/lib/format';

interface LocalTimeProps {
  /** Milliseconds. */
  at: number;
  className?: string;
}

/** A day in the person's own language and time zone. */
export function LocalDay({ at, className }: LocalTimeProps) {
  return (
    // Server and browser may be in different time zones.
    <time dateTime={new Date(at).toISOString()} className={className} suppressHydrationWarning>
      {formatLocalDay(at)}
    </time>
  );
}

/** The same with the time. */
export function LocalMoment({ at, className }: LocalTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={className} suppressHydrationWarning>
      {formatLocalMoment(at)}
    </time>
  );
}
