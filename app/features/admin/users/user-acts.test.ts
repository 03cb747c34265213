import { describe, expect, test } from 'vitest';

import type { AppError } from '~/lib/errors';

import { readUserAct } from './user-acts';

/** The fields that a form is refused for. */
function refusedFields(fields: Record<string, unknown>): string[] {
  try {
    readUserAct(form(fields));
    return [];
  } catch (error) {
    return Object.keys((error as AppError).fields ?? {});
  }
}

const form = (fields: Record<string, unknown>) => ({ get: (name: string) => fields[name] ?? null });

describe('readUserAct', () => {
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
  ])('reads the form %j', (fields, act) => {
    expect(readUserAct(form(fields))).toEqual(act);
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
  ])('refuses the form %j, naming the invalid fields', (fields, invalid) => {
    expect(refusedFields(fields)).toEqual(invalid);
  });
});
