import type { Estimate } from '~/features/billing';

/** What an estimate means to whoever is about to ask; `short`: there is not enough for it. */
export function costWords({ tokens, available }: Estimate): { text: string; short: boolean } {
  const about = `About ${rounded(tokens)} tokens`;
  if (available === null) return { text: `${about}. Nothing is charged here.`, short: false };
  const left = `you have ${available.toLocaleString('en-US')}`;
  if (tokens > available) return { text: `${about}, but ${left}.`, short: true };
  return { text: `${about}; ${left}.`, short: false };
}

/** Two figures say as much as an estimate knows. */
function rounded(tokens: number): string {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(tokens, 1))) - 1, 0);
  return (Math.ceil(tokens / step) * step).toLocaleString('en-US');
}
