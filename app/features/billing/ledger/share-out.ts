import { roomForAnswer, weighted } from './spending';

/** A text that is asked for together with others. */
export interface SharedRequest {
  promptTokens: number;
  /** What it may need at the most. */
  maxTokens: number;
  /** With less than this it would not be worth beginning. */
  leastTokens: number;
}

/** What texts cost together when each is as long as it is expected at the least. */
export function leastCost(requests: readonly SharedRequest[], weight: number): number {
  return requests.reduce(
    (sum, { promptTokens, leastTokens }) => sum + weighted(promptTokens + leastTokens, weight),
    0,
  );
}

/**
 * How long each of several texts may get when all are paid from `available`: as long as they may, else each shortened
 * by the same part of what it has beyond its least, so that none is paid for at another's cost. Null when not even
 * that is there for all.
 */
export function shareOut(
  available: number,
  requests: readonly SharedRequest[],
  weight: number,
): number[] | null {
  const least = leastCost(requests, weight);
  if (least > available) return null;
  const spare = requests.map(
    ({ promptTokens, maxTokens, leastTokens }) =>
      weighted(promptTokens + maxTokens, weight) - weighted(promptTokens + leastTokens, weight),
  );
  const wanted = spare.reduce((sum, tokens) => sum + tokens, 0);
  const part = wanted === 0 ? 1 : Math.min(1, (available - least) / wanted);
  return requests.map((request, index) => {
    const { promptTokens, leastTokens } = request;
    const tokens = weighted(promptTokens + leastTokens, weight) + Math.floor(spare[index]! * part);
    return Math.max(leastTokens, roomForAnswer(tokens, { ...request, weight }));
  });
}
