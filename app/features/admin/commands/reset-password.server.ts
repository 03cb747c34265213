import { setPassword } from '~/features/auth/index.server';

import { text, type AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';
import { newPassword } from './new-password.server';

export const resetPassword: AccountCommand = {
  usage: '[--password PASSWORD]',
  about: 'Sets a new password (made up and printed without --password) and signs the user out.',
  options: { password: { type: 'string' } },
  async run(email, options, terminal) {
    const { id } = await knownUser(email);
    const { password, generated } = newPassword(text(options.password));
    await setPassword(id, password);
    await noteAct('reset-password', id);
    terminal.out(`${email} has a new password and is signed out everywhere.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};
