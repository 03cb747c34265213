import { resetTwoFactor } from '~/features/accounts/index.server';

import { CommandFailed, type AccountCommand } from './command';
import { knownUser } from './known-user.server';

export const resetTwoFactorSignIn: AccountCommand = {
  usage: '',
  about:
    'For who lost their app and their backup codes: the password alone opens the account again; signs the user out.',
  async run(email, _options, terminal) {
    const user = await knownUser(email);
    // It notes what it does by itself.
    if (!(await resetTwoFactor(user, { actorId: null }))) {
      throw new CommandFailed(`Two-factor sign-in of ${email} is off.`);
    }
    terminal.out(`Two-factor sign-in of ${email} is off, and they are signed out everywhere.`);
  },
};
