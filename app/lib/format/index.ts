// How numbers, money, sizes, durations, and times are written: in American English, by the conventions of the person's
// region (context.ts), in their time zone. What a browser renders is what the server rendered (decision 0077). What few
// pages need has a file of its own, so that the others don't load it (vite.config.ts).
export { formatBytes, formatCompact, formatCount, formatNumber } from './numbers';
export { formatMoney } from './money';
export { formatDuration } from './durations';
export { formatPlayTime } from './play-time';
export {
  formatChartDay,
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatShortDay,
  formatTime,
  type Moment,
  MONTHS,
  personDay,
} from './dates';
export { formatDayHeading } from './day-heading';
export { formatDayRange } from './day-range';
export { formatZonedMoment } from './zoned-moment';
