import type { Estimate } from '~/features/billing';

/** What an estimate means to whoever is about to ask, and what would be less; `short`: there is not enough for it. */
export function costWords(
  { tokens, available }: Estimate,
  less = 'Fewer images',
): { text: string; short: boolean } {
  if (tokens === 0) return { text: 'This costs nothing.', short: false };
  const about = `About ${tokensText(tokens)}`;
  if (available === null) return { text: `${about}. Nothing is charged here.`, short: false };
  const left = available.toLocaleString('en-US');
  if (tokens <= available) return { text: `${about}; you have ${left}.`, short: false };
  return {
    text: `${about}, but you have ${left}. ${less} or another model may fit.`,
    short: true,
  };
}

/** `1 token`, `12,000 tokens`. */
export function tokensText(tokens: number): string {
  return tokens === 1 ? '1 token' : `${tokens.toLocaleString('en-US')} tokens`;
}
