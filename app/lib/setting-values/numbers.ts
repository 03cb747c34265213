import { z } from 'zod';

/** A whole number within bounds, in digits. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  const error = `must be a whole number${range}`;
  return z
    .string()
    .regex(/^\s*\d{1,15}\s*$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  const shown = words.filter((word) => word !== '');
  const error = `must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
  return z.enum(words, { error });
}
