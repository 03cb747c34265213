import { describe, expect, it } from 'vitest';

import {
  intervalOf,
  intervalsOf,
  type KnownPrice,
  offerOf,
  type Plan,
  recommendedOf,
  savingOf,
} from './plans';

const plan = (changes: Partial<Plan> = {}): Plan => ({
  price: 'price_1',
  name: 'Studio',
  interval: 'month',
  amount: 1_900,
  currency: 'eur',
  tokens: 500_000,
  ...changes,
});

describe('offerOf', () => {
  const set = { price: 'price_1', kind: 'plan', tokens: 500_000 } as const;
  const known: KnownPrice = {
    active: true,
    amount: 1_900,
    currency: 'eur',
    interval: 'month',
    productName: 'Studio',
  };

  it('takes the amount from Stripe, and the name, too, unless the settings have one', () => {
    expect(offerOf(set, known)).toEqual({ kind: 'plan', plan: plan() });
    const named = offerOf({ ...set, name: 'Mine' }, { ...known, interval: 'year' });
    expect(named).toEqual({ kind: 'plan', plan: plan({ name: 'Mine', interval: 'year' }) });
    expect(offerOf({ ...set, kind: 'pack' }, { ...known, interval: null })).toMatchObject({
      kind: 'pack',
      pack: { name: 'Studio', tokens: 500_000 },
    });
  });

  it.each([
    ['a price that is missing at Stripe', set, null],
    ['an archived price', set, { ...known, active: false }],
    ['a price without an amount', set, { ...known, amount: null }],
    ['a plan that is paid once', set, { ...known, interval: null }],
    ['a plan that is paid weekly', set, { ...known, interval: 'other' }],
    ['a pack with a recurring price', { ...set, kind: 'pack' }, known],
  ] as const)('does not sell %s', (_what, setting, price) => {
    expect(offerOf(setting, price)).toMatchObject({ kind: 'none' });
  });
});

describe('the recommended plan', () => {
  const at = (...amounts: number[]) =>
    recommendedOf(amounts.map((amount) => plan({ amount })))?.amount;

  it('is the middle one by price, in whatever order they are listed', () => {
    expect(at(4_900, 900, 1_900)).toBe(1_900);
    expect(at(900, 1_900)).toBe(1_900);
    expect(at(900, 1_900, 4_900, 9_900)).toBe(4_900);
  });

  it('is missing where there is nothing to choose from', () => {
    expect(at(1_900)).toBeUndefined();
    expect(at()).toBeUndefined();
  });
});

describe('the switch between months and years', () => {
  const both = [plan({ interval: 'year', amount: 19_000 }), plan()];

  it('follows the URL, as far as there is a choice', () => {
    expect(intervalsOf(both)).toEqual(['month', 'year']);
    expect(intervalOf('?tab=subscription&billing=year', both)).toBe('year');
    expect(intervalOf('?billing=week', both)).toBe('month');
    expect(intervalOf('', [both[0]!])).toBe('year');
    expect(intervalOf('', [])).toBe('month');
  });

  it('says what paying by the year saves, rounded down', () => {
    expect(savingOf(both[0]!, both)).toBe(16);
    expect(savingOf(both[1]!, both)).toBe(0);
    expect(savingOf(plan({ interval: 'year', amount: 30_000 }), both)).toBe(0);
    expect(savingOf(plan({ interval: 'year', tokens: 1 }), both)).toBe(0);
  });
});
