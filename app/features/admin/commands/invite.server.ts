import {
  createInvitation,
  findUser,
  INVITATION_DAYS,
  signUpMode,
} from '~/features/accounts/index.server';
import { appUrl } from '~/lib/env.server';

import { CommandFailed, type OptionalEmailCommand } from './command';
import { noteAct } from './note-act.server';

export const invite: OptionalEmailCommand = {
  usage: '',
  about: `Prints a link that lets one person sign up while SIGNUP=invite, for ${INVITATION_DAYS} days; with EMAIL, only that address.`,
  emailOptional: true,
  async run(email, _options, terminal) {
    if (email !== undefined && (await findUser(email))) {
      throw new CommandFailed(`There is already an account with the email ${email}.`);
    }
    const code = await createInvitation(email ?? null);
    await noteAct('invite', null, { after: { forOneAddress: email !== undefined } });
    terminal.out(`${appUrl()}/auth/signup?invite=${code}`);
    const mode = signUpMode();
    if (mode !== 'invite') {
      terminal.err(`Invitations count only with SIGNUP=invite; it is ${mode} at present.`);
    }
  },
};
