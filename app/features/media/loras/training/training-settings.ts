import type { LoraList } from '../../media';

/** What was typed, where it is a number of steps that may be. */
export function stepsOf(typed: string, { min, max }: LoraList['steps']): number | null {
  if (!/^\d{1,6}$/.test(typed.trim())) return null;
  const steps = Number(typed);
  return steps >= min && steps <= max ? steps : null;
}

/** The ranks to choose from: the powers of two within the bounds, and the one that holds. */
export function ranksOf({ min, max }: LoraList['rank'], now: number): number[] {
  const ranks = new Set([now]);
  for (let rank = 1; rank <= max; rank *= 2) if (rank >= min) ranks.add(rank);
  return [...ranks].sort((a, b) => a - b);
}
