import { findUser, type FoundUser } from '~/features/accounts/index.server';

import { CommandFailed } from './command';

/** @throws CommandFailed when no account has this e-mail */
export async function knownUser(email: string): Promise<FoundUser> {
  const user = await findUser(email);
  if (!user) throw new CommandFailed(`There is no account with the email ${email}.`);
  return user;
}
