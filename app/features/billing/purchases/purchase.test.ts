import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addMonths } from '../allowance/allowance';
import { monthAt, takeBack, tokensLost } from './purchase';

const at = (text: string) => new Date(`${text}T12:00:00Z`);

describe('monthAt', () => {
  it('returns the whole period of a plan paid by the month, however long it is', () => {
    const period = { start: at('2027-02-28'), end: at('2027-03-31'), byYear: false };
    expect(monthAt(period, at('2027-03-30'))).toEqual({
      ...{ index: 0, start: period.start, end: period.end },
    });
    expect(monthAt(period, at('2027-02-01'))).toMatchObject({ index: 0 });
    expect(monthAt(period, period.end)).toBeNull();
  });

  it('divides a year into twelve adjoining months, whatever day it begins on', () => {
    const day = fc.date({ min: at('2024-01-01'), max: at('2032-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (start) => {
        const period = { start, end: addMonths(start, 12), byYear: true };
        const months = Array.from({ length: 12 }, (_, index) =>
          monthAt(period, addMonths(start, index)),
        );
        expect(months.map((month) => month?.index)).toEqual([...Array(12).keys()]);
        months.forEach((month, index) => {
          const next = months[index + 1]?.start ?? period.end;
          expect(month?.end).toEqual(next);
          expect(monthAt(period, new Date(next.getTime() - 1))?.index).toBe(index);
        });
        expect(monthAt(period, period.end)).toBeNull();
      }),
    );
  });
});

describe('taking tokens back', () => {
  it('takes the same share of the tokens as of the money, and never more than all', () => {
    expect(tokensLost({ granted: 1_000, amount: 900, lost: 300 })).toBe(333);
    expect(tokensLost({ granted: 1_000, amount: 900, lost: 1_200 })).toBe(1_000);
    expect(tokensLost({ granted: 1_000, amount: 0, lost: 5 })).toBe(0);
  });

  it('takes from the allowance and the balance, never the trial, and adds the rest to the debt', () => {
    const tokens = fc.nat(1_000_000);
    fc.assert(
      fc.property(
        tokens,
        fc.record({ trial: tokens, allowance: tokens, balance: tokens }),
        fc.constantFrom('allowance' as const, 'balance' as const),
        (tokens, held, first) => {
          const { deltas, debt } = takeBack(tokens, held, first);
          expect(deltas.trial).toBe(0);
          expect(held.allowance + deltas.allowance).toBeGreaterThanOrEqual(0);
          expect(held.balance + deltas.balance).toBeGreaterThanOrEqual(0);
          expect(debt - deltas.allowance - deltas.balance).toBe(tokens);
          // A debt only when nothing is left, and the other bucket only when the first one is empty.
          if (debt > 0)
            expect(held.allowance + held.balance + deltas.allowance + deltas.balance).toBe(0);
          const other = first === 'allowance' ? 'balance' : 'allowance';
          if (deltas[other] !== 0) expect(held[first] + deltas[first]).toBe(0);
        },
      ),
    );
  });
});
