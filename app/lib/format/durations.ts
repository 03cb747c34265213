import { formatNumber } from './numbers';

const DURATIONS = {
  short: { second: ' s', minute: ' min', hour: ' h', day: ' d' },
  long: { second: ' second', minute: ' minute', hour: ' hour', day: ' day' },
};

/**
 * `45 s`, `2 min`, `1 h 20 min`, `3 d`, or `45 seconds`, `2 minutes`, `1 hour 20 minutes`, `3 days`. Minutes and more
 * are rounded; with `Math.ceil` it is never too soon afterwards.
 */
export function formatDuration(
  seconds: number,
  width: keyof typeof DURATIONS,
  round: (value: number) => number = Math.round,
): string {
  const part = (value: number, unit: keyof (typeof DURATIONS)['long']) =>
    `${formatNumber(value)}${DURATIONS[width][unit]}${width === 'long' && value !== 1 ? 's' : ''}`;
  const whole = round(seconds);
  if (whole < 60) return part(whole, 'second');
  const minutes = round(whole / 60);
  if (minutes < 60) return part(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return part(round(minutes / 60 / 24), 'day');
  const left = minutes % 60;
  return left === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(left, 'minute')}`;
}
