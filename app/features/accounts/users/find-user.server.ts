import { normaliseEmail } from '../forms/account-fields';
import { findUserId } from './users.server';

export interface FoundUser {
  id: string;
  email: string;
}

/** The account with this e-mail, however it is typed. */
export async function findUser(email: string): Promise<FoundUser | undefined> {
  const normalised = normaliseEmail(email);
  const id = await findUserId(normalised);
  return id === undefined ? undefined : { id, email: normalised };
}
