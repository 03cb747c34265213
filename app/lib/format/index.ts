// How numbers, money, sizes, durations, and times are written: in American English, by the conventions of the person's
// region (context.ts), in their time zone. What a browser renders is what the server rendered (decision 0077).
export { formatBytes, formatCompact, formatCount, formatNumber } from './numbers';
export { formatMoney } from './money';
export { formatDuration, formatPlayTime } from './durations';
export {
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatShortDay,
  formatTime,
  type Moment,
  MONTHS,
  personDay,
} from './dates';
export { formatChartDay, formatDayHeading, formatDayRange, formatZonedMoment } from './calendar';
