import { listAccounts, type ListedAccount } from '~/features/accounts/index.server';

import type { PlainCommand } from './command';

export const listUsers: PlainCommand = {
  takesNothing: true,
  usage: '[--admins]',
  about:
    'Prints every account, or every admin: address, state, and when they were last seen (UTC).',
  options: { admins: { type: 'boolean' } },
  async run(_nothing, options, terminal) {
    let count = 0;
    for await (const account of listAccounts({ admins: options.admins === true })) {
      count += 1;
      terminal.out(lineOf(account));
    }
    if (count === 0) terminal.err(options.admins === true ? 'No admins.' : 'No accounts.');
  },
};

/** Separated by tabs, for `cut` and `grep`. */
function lineOf({ email, isAdmin, emailVerified, disabled, lastSeenAt }: ListedAccount): string {
  const state = [
    isAdmin ? 'admin' : 'user',
    ...(emailVerified ? [] : ['unconfirmed']),
    ...(disabled ? ['disabled'] : []),
  ];
  const seen = lastSeenAt?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
  return [email, state.join(', '), seen].join('\t');
}
