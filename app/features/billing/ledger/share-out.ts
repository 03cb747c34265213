import { roomForAnswer, weighted } from './spending';

/** A text that is requested together with others. */
export interface SharedRequest {
  promptTokens: number;
  /** The longest that it may be. */
  maxTokens: number;
  /** A shorter text would not be worth starting. */
  leastTokens: number;
}

/** What the texts cost together when each is as short as its `leastTokens`. */
export function minCost(requests: readonly SharedRequest[], weight: number): number {
  return requests.reduce(
    (sum, { promptTokens, leastTokens }) => sum + weighted(promptTokens + leastTokens, weight),
    0,
  );
}

/**
 * How long each of several texts may be when all are paid from `available`: its maximum, or else each is shortened by the
 * same share of what lies between its minimum and its maximum. Null when not even the minimums fit.
 */
export function shareOut(
  available: number,
  requests: readonly SharedRequest[],
  weight: number,
): number[] | null {
  const min = minCost(requests, weight);
  if (min > available) return null;
  const spare = requests.map(
    ({ promptTokens, maxTokens, leastTokens }) =>
      weighted(promptTokens + maxTokens, weight) - weighted(promptTokens + leastTokens, weight),
  );
  const total = spare.reduce((sum, tokens) => sum + tokens, 0);
  const share = total === 0 ? 1 : Math.min(1, (available - min) / total);
  return requests.map((request, index) => {
    const { promptTokens, leastTokens } = request;
    const tokens = weighted(promptTokens + leastTokens, weight) + Math.floor(spare[index]! * share);
    return Math.max(leastTokens, roomForAnswer(tokens, { ...request, weight }));
  });
}
