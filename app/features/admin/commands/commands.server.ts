import {
  createAccount,
  createInvitation,
  disableUser,
  enableUser,
  findUser,
  type FoundUser,
  generatePassword,
  grantAdmin,
  INVITATION_DAYS,
  isAdmin,
  isAdminEmail,
  listAccounts,
  type ListedAccount,
  markVerified,
  nameProblem,
  newPasswordProblems,
  normalizeName,
  recordAct,
  recordDeletion,
  removeAtOnce,
  resetTwoFactor,
  revokeAdmin,
  setPassword,
  signUpMode,
} from '~/features/accounts/index.server';
import { replayEvent } from '~/features/billing/index.server';
import { sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';

import { openFirstRun } from '../first-run/first-run-actions.server';
import {
  type AccountCommand,
  CommandFailed,
  type IdCommand,
  type OptionalEmailCommand,
  type PlainCommand,
  type Terminal,
  text,
} from './command';

/** @throws CommandFailed if no account has this email address */
async function requireAccount(email: string): Promise<FoundUser> {
  const user = await findUser(email);
  if (!user) throw new CommandFailed(`There is no account with the email ${email}.`);
  return user;
}

/** Records an act without an actor: the server doesn't know who ran the command. */
function recordCommand(
  action: string,
  targetId: string | null,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  return recordAct(sql, { actorId: null, action, targetId, ...change });
}

/** The password is never an argument, which everyone on the machine can read in the list of processes. */
const PASSWORD_OPTION = { password: { type: 'boolean' } } as const;

export const PASSWORD_AS_ARGUMENT =
  'A password must not be part of the command, where others on this machine can read it. Use --password without a value: the command asks for the password, or takes the first line of standard input.';

/**
 * Reads a password if `isTyped`; otherwise generates one.
 * @throws CommandFailed if the typed password breaks the rules
 */
async function newPassword(
  isTyped: boolean,
  terminal: Terminal,
): Promise<{ password: string; generated: boolean }> {
  if (!isTyped) return { password: generatePassword(), generated: true };
  if (!terminal.readSecret) throw new CommandFailed('There is nowhere to read a password from.');
  const password = await terminal.readSecret('New password: ');
  const problems = newPasswordProblems(password);
  if (problems.length > 0) {
    throw new CommandFailed(`This password can't be used. ${problems.join('. ')}.`);
  }
  return { password, generated: false };
}

export const createUser: AccountCommand = {
  usage: '[--first-name NAME] [--last-name NAME] [--password] [--admin] [--verified]',
  about:
    'Makes an account and prints its password; --password asks for one, or takes it from standard input.',
  options: {
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    ...PASSWORD_OPTION,
    admin: { type: 'boolean' },
    verified: { type: 'boolean' },
  },
  async run(email, options, terminal) {
    const { password, generated } = await newPassword(options.password === true, terminal);
    const isAdmin = options.admin === true;
    try {
      const { userId } = await createAccount({
        email,
        password,
        firstName: name(text(options['first-name']) ?? email.slice(0, email.indexOf('@'))),
        lastName: name(text(options['last-name']) ?? (isAdmin ? 'Admin' : 'User')),
        isAdmin,
        emailVerified: options.verified === true,
      });
      await recordCommand('create-user', userId, { after: { isAdmin } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new CommandFailed(`There is already an account with the email ${email}.`);
    }
    terminal.out(`Created ${email}${isAdmin ? ', an admin' : ''}.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};

function name(typed: string): string {
  const normalized = normalizeName(typed);
  const problem = nameProblem(normalized, 'A name must not be empty');
  if (problem) throw new CommandFailed(`${problem}.`);
  return normalized;
}

export const invite: OptionalEmailCommand = {
  usage: '',
  about: `Prints a link that lets one person sign up while SIGNUP=invite, for ${INVITATION_DAYS} days; with EMAIL, only that address.`,
  emailOptional: true,
  async run(email, _options, terminal) {
    if (email !== undefined && (await findUser(email))) {
      throw new CommandFailed(`There is already an account with the email ${email}.`);
    }
    const code = await createInvitation(email ?? null);
    await recordCommand('invite', null, { after: { forOneAddress: email !== undefined } });
    terminal.out(`${appUrl()}/auth/signup?invite=${code}`);
    const mode = signUpMode();
    if (mode !== 'invite') {
      terminal.err(`Invitations count only with SIGNUP=invite; it is ${mode} at present.`);
    }
  },
};

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

/** Tab-separated, for `cut` and `grep`. */
function lineOf({ email, isAdmin, emailVerified, disabled, lastSeenAt }: ListedAccount): string {
  const state = [
    isAdmin ? 'admin' : 'user',
    ...(emailVerified ? [] : ['unconfirmed']),
    ...(disabled ? ['disabled'] : []),
  ];
  const seen = lastSeenAt?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
  return [email, state.join(', '), seen].join('\t');
}

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

export const grant: AccountCommand = {
  usage: '',
  about: 'Makes the user an admin.',
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    await grantAdmin(id);
    await recordCommand('grant', id);
    terminal.out(`${email} is an admin now.`);
  },
};

export const revoke: AccountCommand = {
  usage: '',
  about: 'Takes the rights of an admin away, except from the last one who can sign in.',
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    if (!(await isAdmin(id))) throw new CommandFailed(`${email} is no admin.`);
    if (!(await revokeAdmin(id))) {
      throw new CommandFailed(
        `${email} is the last admin who can sign in. Make another admin first: npm run admin -- grant EMAIL`,
      );
    }
    await recordCommand('revoke', id);
    terminal.out(`${email} is no admin any more.`);
    if (isAdminEmail(email)) {
      terminal.err('ADMIN_EMAIL names this account: at the next start it is an admin again.');
    }
  },
};

export const verify: AccountCommand = {
  usage: '',
  about: "Counts the user's email as verified.",
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    await markVerified(id);
    await recordCommand('verify', id);
    terminal.out(`The email ${email} counts as verified now.`);
  },
};

export const resetPassword: AccountCommand = {
  usage: '[--password]',
  about:
    'Sets a new password, prints it, and signs the user out; --password asks for one, or takes it from standard input.',
  options: PASSWORD_OPTION,
  async run(email, options, terminal) {
    const { id } = await requireAccount(email);
    const { password, generated } = await newPassword(options.password === true, terminal);
    await setPassword(id, password);
    await recordCommand('reset-password', id);
    terminal.out(`${email} has a new password and is signed out everywhere.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};

export const resetTwoFactorSignIn: AccountCommand = {
  usage: '',
  about:
    'For who lost their app and their backup codes: the password alone opens the account again; signs the user out.',
  async run(email, _options, terminal) {
    const user = await requireAccount(email);
    // It records the act itself.
    if (!(await resetTwoFactor(user, { actorId: null }))) {
      throw new CommandFailed(`Two-factor sign-in of ${email} is off.`);
    }
    terminal.out(`Two-factor sign-in of ${email} is off, and they are signed out everywhere.`);
  },
};

export const disable: AccountCommand = {
  usage: '',
  about: 'Signs the user out everywhere and refuses further sign-ins.',
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    await disableUser(id);
    await recordCommand('disable', id);
    terminal.out(`${email} is disabled and signed out everywhere.`);
  },
};

export const enable: AccountCommand = {
  usage: '',
  about: 'Lets a disabled user sign in again.',
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    await enableUser(id);
    await recordCommand('enable', id);
    terminal.out(`${email} can sign in again.`);
  },
};

export const deleteUser: AccountCommand = {
  usage: '[--now]',
  about:
    'Records the request to delete the account, as its owner can in Settings; --now deletes it at once and for good.',
  options: { now: { type: 'boolean' } },
  async run(email, options, terminal) {
    const user = await requireAccount(email);
    if (options.now === true) {
      await recordCommand('delete-user', user.id, { after: { now: true } });
      await removeAtOnce(user.id, new Date());
      return terminal.out(`${email} is deleted, with everything that belonged to it.`);
    }
    const { dueOn } = await recordDeletion({ ...user, timeZone: null }, new Date());
    await recordCommand('delete-user', user.id, { after: { dueOn } });
    terminal.out(
      dueOn === null
        ? `The request to delete ${email} is recorded. With ACCOUNT_DELETION_DAYS=0 nothing carries it out but --now.`
        : `${email} will be deleted on ${dueOn}. Its links are dark from now on, and its owner can take the request back.`,
    );
  },
};

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
