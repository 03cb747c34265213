import { recordDeletion, removeAtOnce } from '~/features/accounts/index.server';

import type { AccountCommand } from './command';
import { knownUser } from './known-user.server';
import { noteAct } from './note-act.server';

export const deleteUser: AccountCommand = {
  usage: '[--now]',
  about:
    'Records the request to delete the account, as its owner can in Settings; --now deletes it at once and for good.',
  options: { now: { type: 'boolean' } },
  async run(email, options, terminal) {
    const user = await knownUser(email);
    if (options.now === true) {
      await noteAct('delete-user', user.id, { after: { now: true } });
      await removeAtOnce(user.id, new Date());
      return terminal.out(`${email} is deleted, with everything that belonged to it.`);
    }
    const { dueOn } = await recordDeletion({ ...user, timeZone: null }, new Date());
    await noteAct('delete-user', user.id, { after: { dueOn } });
    terminal.out(
      dueOn === null
        ? `The request to delete ${email} is recorded. With ACCOUNT_DELETION_DAYS=0 nothing carries it out but --now.`
        : `${email} will be deleted on ${dueOn}. Its links are dark from now on, and its owner can take the request back.`,
    );
  },
};
