interface Prices {
  tokens: number;
  tokensPerStep: number;
  tokensPerSecond: number | null;
}

/** What a training of so many steps is announced at. */
export function announcedTokens(prices: Prices, steps: number): number {
  return Math.round(prices.tokens + prices.tokensPerStep * steps);
}

/** What a training that succeeded costs: by the time that the provider bills where that is known, never more than announced. */
export function tokensOfTime(prices: Prices, announced: number, seconds: number | null): number {
  if (prices.tokensPerSecond === null || seconds === null) return announced;
  return Math.min(announced, Math.round(prices.tokens + prices.tokensPerSecond * seconds));
}

/** What one costs that its owner broke off: the part that was done, which the provider bills. */
export function tokensOfPart(announced: number, progress: number | null): number {
  return Math.round((announced * Math.min(100, Math.max(0, progress ?? 0))) / 100);
}
