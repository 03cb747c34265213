import { formatChartDay } from '~/lib/format/dates';
import { formatCompact, formatNumber } from '~/lib/format/numbers';

const HEIGHT = 100;
/** The share of a day's width that its bar takes. */
const BAR = 0.72;

export interface DayValue {
  /** YYYY-MM-DD */
  day: string;
  value: number;
}

export interface DayBarsProps {
  /** At least one, in order of date. */
  days: readonly DayValue[];
  /** What is counted, such as "Tokens used". */
  name: string;
  /** The unit in a bar's tooltip, such as "tokens". */
  unit: string;
}

/**
 * A number per day as bars, with a sentence in their place for screen readers. Put a table with the numbers beside it.
 */
export function DayBars({ days, name, unit }: DayBarsProps) {
  const all = days.reduce((sum, { value }) => sum + value, 0);
  const most = days.reduce((best, day) => (day.value > best.value ? day : best));
  const top = scaleTop(most.value);
  const first = days[0]!.day;
  const last = days.at(-1)!.day;
  const peak =
    all === 0 ? '' : `, most on ${formatChartDay(most.day)} with ${formatNumber(most.value)}`;
  return (
    <figure>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-40 flex-col justify-between text-right text-xs leading-none text-muted tabular-nums"
        >
          <span>{formatCompact(top)}</span>
          <span>{formatCompact(top / 2)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={`${name} per day from ${formatChartDay(first)} to ${formatChartDay(last)}: ${formatNumber(all)} in all${peak}.`}
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
            {days.map(({ day, value }, index) => {
              // Anything above zero gets a visible bar.
              const height = value === 0 ? 0 : Math.max((HEIGHT * value) / top, 1);
              return (
                <g key={day} className="group">
                  <title>{`${formatChartDay(day)}: ${formatNumber(value)} ${unit}`}</title>
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
            <span>{formatChartDay(first)}</span>
            <span>{formatChartDay(days[Math.floor(days.length / 2)]!.day)}</span>
            <span>{formatChartDay(last)}</span>
          </div>
        </div>
      </div>
    </figure>
  );
}

/** The top of a scale for this value: 1, 2, or 5 times a power of ten, and at least 10. */
export function scaleTop(value: number): number {
  if (value <= 10) return 10;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
