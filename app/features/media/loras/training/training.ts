import type { LoraList } from '../../media';

interface Prices {
  tokens: number;
  tokensPerStep: number;
  tokensPerSecond: number | null;
}

/** What a training is announced to cost. */
export function announcedTokens(prices: Prices, steps: number): number {
  return Math.round(prices.tokens + prices.tokensPerStep * steps);
}

/** What a successful training costs: by the time that the provider bills, if it is known, up to what was announced. */
export function tokensForTime(prices: Prices, announced: number, seconds: number | null): number {
  if (prices.tokensPerSecond === null || seconds === null) return announced;
  return Math.min(announced, Math.round(prices.tokens + prices.tokensPerSecond * seconds));
}

/** What a training costs that its owner canceled: the part that was done, which the provider bills. */
export function tokensForPart(announced: number, progress: number | null): number {
  return Math.round((announced * Math.min(100, Math.max(0, progress ?? 0))) / 100);
}

/** A typed number of steps; null if it isn't a number within the bounds. */
export function parseSteps(typed: string, { min, max }: LoraList['steps']): number | null {
  if (!/^\d{1,6}$/.test(typed.trim())) return null;
  const steps = Number(typed);
  return steps >= min && steps <= max ? steps : null;
}

/** The ranks to choose from: the powers of two within the bounds, and the current one. */
export function ranksOf({ min, max }: LoraList['rank'], current: number): number[] {
  const ranks = new Set([current]);
  for (let rank = 1; rank <= max; rank *= 2) if (rank >= min) ranks.add(rank);
  return [...ranks].sort((a, b) => a - b);
}
