import { generatePassword, newPasswordProblems } from '~/features/auth/index.server';

import { CommandFailed } from './command';

/**
 * The given password, or a random one.
 * @throws CommandFailed when the policy refuses the given one
 */
export function newPassword(given: string | undefined): { password: string; generated: boolean } {
  if (given === undefined) return { password: generatePassword(), generated: true };
  const problems = newPasswordProblems(given);
  if (problems.length > 0) {
    throw new CommandFailed(`This password can't be used. ${problems.join('. ')}.`);
  }
  return { password: given, generated: false };
}
