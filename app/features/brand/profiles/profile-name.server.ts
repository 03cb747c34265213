import { AppError } from '~/lib/errors';

import { isLongerThan, MAX_NAME } from '../components/component';
import { profilesTexts } from '../texts';
import { writtenName } from '../components/written-text';

/** The name that somebody typed for a profile. @throws AppError `invalid`: empty or too long */
export function profileName(typed: string): string {
  const name = writtenName(typed);
  if (name === '') throw new AppError('invalid', profilesTexts.nameMissing);
  if (isLongerThan(name, MAX_NAME)) throw new AppError('invalid', profilesTexts.nameTooLong);
  return name;
}
