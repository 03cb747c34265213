import { describe, expect, test } from 'vitest';

import { readUserAct } from './user-acts';

const form = (fields: Record<string, unknown>) => ({ get: (name: string) => fields[name] ?? null });

describe('what an admin asks for', () => {
  test.each([
    [{ act: 'disable' }, { name: 'disable' }],
    [
      { act: 'give-tokens', amount: '10 000', reason: ' Lost in a fault ' },
      { name: 'give-tokens', amount: 10_000, reason: 'Lost in a fault' },
    ],
    [
      { act: 'give-tokens', amount: '1,000,000', reason: 'x' },
      { name: 'give-tokens', amount: 1_000_000, reason: 'x' },
    ],
    [
      { act: 'set-allowance', amount: '50,000' },
      { name: 'set-allowance', amount: 50_000 },
    ],
    [
      { act: 'set-allowance', amount: '0' },
      { name: 'set-allowance', amount: 0 },
    ],
    [
      { act: 'extend-trial', days: '7' },
      { name: 'extend-trial', days: 7 },
    ],
  ])('%j is read', (fields, act) => {
    expect(readUserAct(form(fields))).toEqual({ ok: true, act });
  });

  test.each([
    [{}, ['']],
    [{ act: 'toString' }, ['']],
    [{ act: 'give-tokens', amount: '0', reason: '' }, ['amount', 'reason']],
    [{ act: 'give-tokens', amount: '-5', reason: 'x' }, ['amount']],
    [{ act: 'give-tokens', amount: '1e9', reason: 'x' }, ['amount']],
    [{ act: 'give-tokens', amount: '1.5', reason: 'x' }, ['amount']],
    [{ act: 'give-tokens', amount: '100000001', reason: 'x' }, ['amount']],
    [{ act: 'set-allowance', amount: '' }, ['amount']],
    [{ act: 'set-allowance', amount: '-1' }, ['amount']],
    [{ act: 'extend-trial', days: '366' }, ['days']],
    [{ act: 'extend-trial', days: new Blob() }, ['days']],
  ])('%j is refused, at its field', (fields, wrong) => {
    const read = readUserAct(form(fields));
    expect(read.ok ? [] : Object.keys(read.problems)).toEqual(wrong);
  });
});
