import { isAdmin, isAdminEmail, revokeAdmin } from '~/features/accounts/index.server';

import { CommandFailed, type AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const revoke: AccountCommand = {
  usage: '',
  about: 'Takes the rights of an admin away, except from the last one who can sign in.',
  async run(email, _options, terminal) {
    const { id } = await knownUser(email);
    if (!(await isAdmin(id))) throw new CommandFailed(`${email} is no admin.`);
    if (!(await revokeAdmin(id))) {
      throw new CommandFailed(
        `${email} is the last admin who can sign in. Make another admin first: npm run admin -- grant EMAIL`,
      );
    }
    await noteAct('revoke', id);
    terminal.out(`${email} is no admin any more.`);
    if (isAdminEmail(email)) {
      terminal.err('ADMIN_EMAIL names this account: at the next start it is an admin again.');
    }
  },
};
