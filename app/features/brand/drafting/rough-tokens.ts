import { formatNumber } from '~/lib/format/numbers';

/** An estimate of tokens as people read it, rounded up to two significant digits. */
export function roughTokens(tokens: number): string {
  const step = Math.max(100, 10 ** (Math.floor(Math.log10(tokens)) - 1));
  return formatNumber(Math.ceil(tokens / step) * step);
}
