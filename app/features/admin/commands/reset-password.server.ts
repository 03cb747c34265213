import { setPassword } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';
import { newPassword, PASSWORD_OPTION } from './new-password.server';

export const resetPassword: AccountCommand = {
  usage: '[--password]',
  about:
    'Sets a new password, prints it, and signs the user out; --password asks for one, or takes it from standard input.',
  options: PASSWORD_OPTION,
  async run(email, options, terminal) {
    const { id } = await knownUser(email);
    const { password, generated } = await newPassword(options.password === true, terminal);
    await setPassword(id, password);
    await noteAct('reset-password', id);
    terminal.out(`${email} has a new password and is signed out everywhere.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};
