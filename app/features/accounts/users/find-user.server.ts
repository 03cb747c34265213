import { normalizeEmail } from '../forms/account-fields';
import { findUserId } from './users.server';

export interface FoundUser {
  id: string;
  email: string;
}

/** The account with this e-mail, however it is typed. */
export async function findUser(email: string): Promise<FoundUser | undefined> {
  const normalized = normalizeEmail(email);
  const id = await findUserId(normalized);
  return id === undefined ? undefined : { id, email: normalized };
}
