import { useEffect, useRef, useState } from 'react';

import { contrastRatio, type Rgb } from './contrast';
import {
  COLORS,
  CONTRAST_PAIRS,
  RADII,
  SHADOWS,
  SPACING,
  TYPE_SCALE,
  type ContrastPair,
} from './tokens';
import { Example, Sample } from './sample';

export function TokenSamples() {
  return (
    <>
      <Sample title="Colours">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {COLORS.map(({ name, className }) => (
            <li key={name} className="min-w-0 text-xs">
              <span className={`mb-1 block h-12 rounded-md border ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Sample>
      <Sample title="Contrast">
        <ul className="grid gap-2 sm:grid-cols-2">
          {CONTRAST_PAIRS.map((pair) => (
            <Pair key={pair.name} pair={pair} />
          ))}
        </ul>
      </Sample>
      <Sample title="Type">
        {TYPE_SCALE.map(({ name, className }) => (
          <Example key={name} name={name}>
            <p className={className}>Your brand, in its own words</p>
          </Example>
        ))}
      </Sample>
      <Sample title="Spacing, corners, shadows">
        <ul className="space-y-1.5">
          {SPACING.map(({ name, className }) => (
            <li key={name} className="flex items-center gap-3 text-xs">
              <span className="w-6 text-muted tabular-nums">{name}</span>
              <span className={`h-3 rounded-sm bg-accent ${className}`} />
            </li>
          ))}
        </ul>
        <ul className="flex flex-wrap gap-4">
          {[...RADII, ...SHADOWS].map(({ name, className }) => (
            <li key={name} className="text-xs text-muted">
              <span className={`mb-1.5 block size-16 border bg-raised ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Sample>
    </>
  );
}

/** Two colors and their contrast, measured from what the browser paints. */
function Pair({ pair: { name, className, least } }: { pair: ContrastPair }) {
  const sample = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useEffect(() => {
    if (!sample.current) return;
    const { color, backgroundColor } = getComputedStyle(sample.current);
    setRatio(contrastRatio(painted(color), painted(backgroundColor)));
  }, []);
  const isEnough = ratio === undefined || ratio >= least;
  return (
    <li
      data-pair={name}
      data-ratio={ratio?.toFixed(2)}
      data-least={least}
      className="flex items-center gap-3 text-xs"
    >
      <span
        ref={sample}
        aria-hidden="true"
        className={`grid size-10 shrink-0 place-items-center rounded-md border text-lg ${className}`}
      >
        {least === 4.5 ? 'Aa' : '◼'}
      </span>
      <span className="min-w-0">
        <span className="block">{name}</span>
        <span className={isEnough ? 'text-muted' : 'font-semibold text-danger'}>
          {ratio === undefined ? '…' : ratio.toFixed(1)} of {least}
        </span>
      </span>
    </li>
  );
}

/** Any CSS color as the browser paints it. */
function painted(color: string): Rgb {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
