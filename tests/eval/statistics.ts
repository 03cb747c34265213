/** The two orders in which a pair is shown to the judge. */
export type Answer = 'A' | 'B' | 'tie';
export type Outcome = 'win' | 'loss' | 'tie';

export interface Judged {
  /** With the text under test as A, then as B; null for an answer that couldn't be read. */
  answers: readonly [Answer | null, Answer | null];
  /** In UTF-16 units: of the text under test, and of the other. */
  lengths: readonly [number, number];
}

/** What both orders say about the text under test: a tie when they disagree, null when one of them is missing. */
export function outcomeOf([first, second]: Judged['answers']): Outcome | null {
  if (first === null || second === null) return null;
  if (first === 'A' && second === 'B') return 'win';
  if (first === 'B' && second === 'A') return 'loss';
  return 'tie';
}

/** The order decided: the judge preferred the same place both times. */
export function isOrderDecided([first, second]: Judged['answers']): boolean {
  return first !== null && first !== 'tie' && first === second;
}

/** A judge often takes the longer text for the better one, so pairs of similar lengths are counted alone, too. */
const SIMILAR = 1.25;

export function hasSimilarLengths([one, other]: Judged['lengths']): boolean {
  const [short, long] = [Math.min(one, other), Math.max(one, other)];
  return short > 0 && long / short <= SIMILAR;
}

export interface Interval {
  low: number;
  high: number;
}

const Z_95 = 1.959963984540054;

/** Wilson's 95% interval of a share; everything when there is nothing to go by. */
export function wilson(hits: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const z2 = Z_95 ** 2;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z_95 / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface Tally {
  pairs: number;
  wins: number;
  losses: number;
  ties: number;
  /** Ties in which the judge preferred the same place both times. */
  orderDecided: number;
  /** An answer couldn't be read; these count for nothing. */
  unread: number;
  /** The share of wins among wins and losses, with its interval. */
  preference: number;
  interval: Interval;
}

export function tally(judged: readonly Judged[]): Tally {
  const outcomes = judged.map(({ answers }) => outcomeOf(answers));
  const count = (outcome: Outcome | null) => outcomes.filter((one) => one === outcome).length;
  const [wins, losses] = [count('win'), count('loss')];
  return {
    pairs: judged.length,
    wins,
    losses,
    ties: count('tie'),
    orderDecided: judged.filter(({ answers }) => isOrderDecided(answers)).length,
    unread: count(null),
    preference: wins + losses === 0 ? 0.5 : wins / (wins + losses),
    interval: wilson(wins, wins + losses),
  };
}

/** How often the judge preferred what stood first, among all answers that prefer one. */
export function firstPlaceShare(judged: readonly Judged[]): { first: number; of: number } {
  const all = judged.flatMap(({ answers }) => answers.filter((one) => one === 'A' || one === 'B'));
  return { first: all.filter((one) => one === 'A').length, of: all.length };
}
