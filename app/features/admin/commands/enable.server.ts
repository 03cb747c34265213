import { enableUser } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const enable: AccountCommand = {
  usage: '',
  about: 'Lets a disabled user sign in again.',
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    await enableUser(id);
    await noteAct('enable', id);
    terminal.out(`${email} can sign in again.`);
  },
};
