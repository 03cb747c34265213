import { replayEvent } from '~/features/billing/index.server';
import { AppError } from '~/lib/errors';

import { CommandFailed, type IdCommand } from './command';

export const replay: IdCommand = {
  takesId: true,
  usage: '',
  about: "Takes an event of Stripe's in once more, by its id (evt_…).",
  async run(id, _options, terminal) {
    try {
      const state = await replayEvent(id, new Date());
      terminal.out(
        state === 'done'
          ? `The event ${id} was taken in.`
          : `The event ${id} is of nothing that this app keeps.`,
      );
    } catch (error) {
      if (error instanceof AppError) throw new CommandFailed(error.userMessage);
      throw error;
    }
  },
};
