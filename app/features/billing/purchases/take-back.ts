import { NOTHING, type Amounts, type Bucket } from '../ledger/spending';

export interface Loss {
  /** Tokens that the purchase has brought. */
  granted: number;
  /** What was paid for it, and how much of that was lost again. */
  amount: number;
  lost: number;
}

/** How many of its tokens a purchase has to give back: the same part as of its money. */
export function tokensLost({ granted, amount, lost }: Loss): number {
  if (amount <= 0) return 0;
  return Math.floor((granted * Math.min(lost, amount)) / amount);
}

export interface Taking {
  deltas: Amounts;
  /** What is to be added to the debt. */
  debt: number;
}

/** Takes tokens back as far as they are there, from where they came first, and never from the trial. */
export function takeBack(tokens: number, held: Amounts, first: 'allowance' | 'balance'): Taking {
  const second: Bucket = first === 'allowance' ? 'balance' : 'allowance';
  const fromFirst = Math.min(tokens, held[first]);
  const fromSecond = Math.min(tokens - fromFirst, held[second]);
  return {
    // Never minus nothing, which is not the same as nothing to whoever compares.
    deltas: { ...NOTHING, [first]: 0 - fromFirst, [second]: 0 - fromSecond },
    debt: tokens - fromFirst - fromSecond,
  };
}
