/** The top of a scale for this value: 1, 2 or 5 times a power of ten, at least 10. */
export function scaleTop(value: number): number {
  if (value <= 10) return 10;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
