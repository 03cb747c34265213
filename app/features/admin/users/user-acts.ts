import { AppError } from '~/lib/errors';
import { storable } from '~/lib/text/storable';

import { adminTexts } from '../texts';

/** What an admin may do to an account. */
export type UserActName = keyof typeof adminTexts.done;

export type UserAct =
  | { name: Exclude<UserActName, 'give-tokens' | 'set-allowance' | 'extend-trial'> }
  | { name: 'give-tokens'; amount: number; reason: string }
  | { name: 'set-allowance'; amount: number }
  | { name: 'extend-trial'; days: number };

const MAX_AMOUNT = 100_000_000;
const MAX_TRIAL_DAYS = 365;
const MAX_REASON = 300;

/** @throws AppError `invalid`, with what is wrong by field ('' for the form as a whole) */
export function readUserAct(form: { get(name: string): unknown }): UserAct {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const name = text('act');
  if (!isActName(name)) throw invalid({ '': adminTexts.unknownAct });
  switch (name) {
    case 'give-tokens': {
      const amount = wholeNumber(text('amount'), MAX_AMOUNT);
      const reason = storable(text('reason').slice(0, MAX_REASON));
      const problems = {
        ...(amount === null && { amount: adminTexts.wrongAmount }),
        ...(reason === '' && { reason: adminTexts.reasonMissing }),
      };
      if (amount === null || reason === '') throw invalid(problems);
      return { name, amount, reason };
    }
    case 'set-allowance': {
      const amount = wholeNumber(text('amount'), MAX_AMOUNT, 0);
      if (amount === null) throw invalid({ amount: adminTexts.wrongAllowance });
      return { name, amount };
    }
    case 'extend-trial': {
      const days = wholeNumber(text('days'), MAX_TRIAL_DAYS);
      if (days === null) throw invalid({ days: adminTexts.wrongDays });
      return { name, days };
    }
    default:
      return { name };
  }
}

function invalid(fields: Record<string, string>): AppError {
  return new AppError('invalid', Object.values(fields).join(' '), { fields });
}

function isActName(name: string): name is UserActName {
  return Object.hasOwn(adminTexts.done, name);
}

/** Also reads 10 000, 10.000, and 10,000. */
function wholeNumber(text: string, max: number, min = 1): number | null {
  const digits = text.replace(/[\s.,_](?=\d{3}(?!\d))/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const number = Number(digits);
  return number >= min && number <= max ? number : null;
}
