import { disableUser } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const disable: AccountCommand = {
  usage: '',
  about: 'Signs the user out everywhere and refuses further sign-ins.',
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    await disableUser(id);
    await noteAct('disable', id);
    terminal.out(`${email} is disabled and signed out everywhere.`);
  },
};
