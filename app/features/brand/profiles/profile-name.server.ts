import { AppError } from '~/lib/errors';

import { isLongerThan, NAME_MOST } from '../components/component';
import { profilesMessages } from '../texts';
import { writtenName } from '../components/written-text';

/** The name that somebody typed for a profile. @throws AppError `invalid`: empty or too long */
export function profileName(typed: string): string {
  const name = writtenName(typed);
  if (name === '') throw new AppError('invalid', profilesMessages.nameMissing);
  if (isLongerThan(name, NAME_MOST)) throw new AppError('invalid', profilesMessages.nameTooLong);
  return name;
}
