import { grantAdmin } from '~/features/auth/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';

export const grant: AccountCommand = {
  usage: '',
  about: 'Makes the user an admin.',
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    await grantAdmin(id);
    terminal.out(`${email} is an admin now.`);
  },
};
