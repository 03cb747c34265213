import { openFirstRun } from '../first-run/open-first-run.server';
import { appUrl } from '~/lib/env.server';

import { CommandFailed, type PlainCommand } from './command';

export const setupLink: PlainCommand = {
  takesNothing: true,
  usage: '',
  about:
    'Prints a new link to make the first admin; links that were printed before no longer work.',
  async run(_nothing, _options, terminal) {
    const path = await openFirstRun();
    if (path === null) {
      throw new CommandFailed(
        'There has been an admin already. To make another one: npm run admin -- grant EMAIL',
      );
    }
    terminal.out(`${appUrl().replace(/\/$/, '')}${path}`);
  },
};
