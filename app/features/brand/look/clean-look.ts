import { AppError } from '~/lib/errors';

import { cleanName } from '../components/component';
import { parseHex } from './color';
import { isLookColor, LOOK_TEXTS, lookLabel, lookProblem, type LookValues } from './look';

/** Texts of a look as they are stored. @throws AppError `invalid` */
export function cleanLook(typed: Partial<LookValues>): Partial<LookValues> {
  const values: Partial<LookValues> = {};
  for (const text of LOOK_TEXTS) {
    const value = typed[text];
    if (value === undefined) continue;
    const problem = lookProblem(text, value);
    if (problem !== null) throw new AppError('invalid', `${lookLabel(text)}: ${problem}`);
    values[text] = isLookColor(text) ? (parseHex(value) ?? '') : cleanName(value);
  }
  return values;
}
