import { AppError } from '~/lib/errors';

import { cleanName, cleanText, isFarLongerThan, isLongerThan } from '../../components/component';
import { MAX_PASTED, MAX_SOURCE_NAME } from './source';
import { sourceTexts } from './texts';

/** A source's name as it is stored. @throws AppError `invalid` */
export function cleanSourceName(typed: string): string {
  const refusal = () => new AppError('invalid', sourceTexts.nameTooLong);
  if (isFarLongerThan(typed, MAX_SOURCE_NAME)) throw refusal();
  const name = cleanName(typed);
  if (name === '') throw new AppError('invalid', sourceTexts.nameMissing);
  if (isLongerThan(name, MAX_SOURCE_NAME)) throw refusal();
  return name;
}

/** Pasted text as it is stored. @throws AppError `invalid` */
export function cleanPasted(typed: string): string {
  const refusal = () => new AppError('invalid', sourceTexts.textTooLong);
  if (isFarLongerThan(typed, MAX_PASTED)) throw refusal();
  const text = cleanText(typed).trim();
  if (text === '') throw new AppError('invalid', sourceTexts.textMissing);
  if (isLongerThan(text, MAX_PASTED)) throw refusal();
  return text;
}

/** A name for text that was pasted without one: how it begins. */
export function nameOfText(text: string): string {
  const line = text.slice(0, 500).split('\n', 1)[0] ?? '';
  const words = cleanName(line.replace(/^[#>*\-\s]+/, ''));
  const short = [...words].slice(0, 60).join('').trim();
  return short === '' ? 'Pasted text' : short;
}
