import { createAccount, nameProblem, normalizeName } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';

import { CommandFailed, text, type AccountCommand } from './command';
import { newPassword, PASSWORD_OPTION } from './new-password.server';
import { noteAct } from './note-act.server';

export const createUser: AccountCommand = {
  usage: '[--first-name NAME] [--last-name NAME] [--password] [--admin] [--verified]',
  about:
    'Makes an account and prints its password; --password asks for one, or takes it from standard input.',
  options: {
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    ...PASSWORD_OPTION,
    admin: { type: 'boolean' },
    verified: { type: 'boolean' },
  },
  async run(email, options, terminal) {
    const { password, generated } = await newPassword(options.password === true, terminal);
    const isAdmin = options.admin === true;
    try {
      const { userId } = await createAccount({
        email,
        password,
        firstName: name(text(options['first-name']) ?? email.slice(0, email.indexOf('@'))),
        lastName: name(text(options['last-name']) ?? (isAdmin ? 'Admin' : 'User')),
        isAdmin,
        emailVerified: options.verified === true,
      });
      await noteAct('create-user', userId, { after: { isAdmin } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new CommandFailed(`There is already an account with the email ${email}.`);
    }
    terminal.out(`Created ${email}${isAdmin ? ', an admin' : ''}.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};

function name(typed: string): string {
  const normalized = normalizeName(typed);
  const problem = nameProblem(normalized, 'A name must not be empty');
  if (problem) throw new CommandFailed(`${problem}.`);
  return normalized;
}
