/** How far it is by the last percentage that a model wrote into its log; undefined where it wrote none. */
export function percentIn(logs: string | null | undefined): number | undefined {
  const last = [...(logs ?? '').slice(-4_000).matchAll(/(?<![\d.])(\d{1,3})(?:\.\d+)?\s?%/g)].at(
    -1,
  );
  const percent = Number(last?.[1] ?? NaN);
  // It is done when its file is here.
  return percent >= 0 && percent <= 100 ? Math.min(percent, 99) : undefined;
}
