import { markVerified } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const verify: AccountCommand = {
  usage: '',
  about: "Counts the user's email as verified.",
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    await markVerified(id);
    await noteAct('verify', id);
    terminal.out(`The email ${email} counts as verified now.`);
  },
};
