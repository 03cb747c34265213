import { useEffect, useRef } from 'react';

import { wantsLessMotion } from '~/ui/motion';

import type { Recorder } from '../recorder';

/** How much of the level each bar shows, from the left. */
const BARS = [0.5, 0.8, 1, 0.7, 0.9, 0.55];
const SLOW_MS = 500;

/** Shows that the microphone hears something; for the eyes only. */
export function LevelMeter({ recorder }: { recorder: Recorder | null }) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (recorder === null) return;
    const gap = wantsLessMotion() ? SLOW_MS : 0;
    let frame = 0;
    let drawn = -Infinity;
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw);
      if (now - drawn < gap) return;
      drawn = now;
      const { level } = recorder;
      for (const [at, bar] of Array.from(bars.current?.children ?? []).entries()) {
        const height = Math.max(0.2, level * (BARS[at] ?? 1));
        (bar as HTMLElement).style.transform = `scaleY(${height})`;
      }
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [recorder]);

  return (
    <span ref={bars} aria-hidden="true" className="flex h-6 shrink-0 items-center gap-0.5">
      {BARS.map((_, at) => (
        <span key={at} className="h-full w-1 scale-y-20 rounded-full bg-accent" />
      ))}
    </span>
  );
}
