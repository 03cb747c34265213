import { grantAdmin } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const grant: AccountCommand = {
  usage: '',
  about: 'Makes the user an admin.',
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    await grantAdmin(id);
    await noteAct('grant', id);
    terminal.out(`${email} is an admin now.`);
  },
};
