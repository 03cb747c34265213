import { generatePassword, newPasswordProblems } from '~/features/accounts/index.server';

import { CommandFailed, type Terminal } from './command';

/** How one is given; never as an argument, which everybody on the machine can read in the list of processes. */
export const PASSWORD_OPTION = { password: { type: 'boolean' } } as const;

export const PASSWORD_AS_ARGUMENT =
  'A password must not be part of the command, where others on this machine can read it. Use --password without a value: the command asks for the password, or takes the first line of standard input.';

/**
 * The password that is typed or piped in where `asked`, otherwise a random one.
 * @throws CommandFailed when the policy refuses the given one
 */
export async function newPassword(
  asked: boolean,
  terminal: Terminal,
): Promise<{ password: string; generated: boolean }> {
  if (!asked) return { password: generatePassword(), generated: true };
  if (!terminal.readSecret) throw new CommandFailed('There is nowhere to read a password from.');
  const given = await terminal.readSecret('New password: ');
  const problems = newPasswordProblems(given);
  if (problems.length > 0) {
    throw new CommandFailed(`This password can't be used. ${problems.join('. ')}.`);
  }
  return { password: given, generated: false };
}
