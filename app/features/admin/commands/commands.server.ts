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
  if (!user) throw new CommandFailed(`No account has the email ${email}.`);
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
  "Don't put a password in the command: others on this machine could read it. Use --password without a value, and the command asks for it or reads the first line of standard input.";

/**
 * Reads a password if `isTyped`; otherwise generates one.
 * @throws CommandFailed if the typed password breaks the rules
 */
async function newPassword(
  isTyped: boolean,
  terminal: Terminal,
): Promise<{ password: string; generated: boolean }> {
  if (!isTyped) return { password: generatePassword(), generated: true };
  if (!terminal.readSecret) throw new CommandFailed("There's nowhere to read a password from.");
  const password = await terminal.readSecret('New password: ');
  const problems = await newPasswordProblems(password);
  if (problems.length > 0) {
    throw new CommandFailed(`This password can't be used. ${problems.join('. ')}.`);
  }
  return { password, generated: false };
}

export const createUser: AccountCommand = {
  usage: '[--first-name NAME] [--last-name NAME] [--password] [--admin] [--verified]',
  about:
    'Creates an account and prints its password; --password asks for one or reads it from standard input.',
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
      throw new CommandFailed(`An account with the email ${email} already exists.`);
    }
    terminal.out(`Created ${email}${isAdmin ? ', an admin' : ''}.`);
    if (generated) terminal.out(`Password: ${password}`);
  },
};

function name(typed: string): string {
  const normalized = normalizeName(typed);
  const problem = nameProblem(normalized, "A name can't be empty");
  if (problem) throw new CommandFailed(`${problem}.`);
  return normalized;
}

export const invite: OptionalEmailCommand = {
  usage: '',
  about: `Prints a link with which one person can sign up while SIGNUP=invite. It works for ${INVITATION_DAYS} days, and with EMAIL only for that address.`,
  emailOptional: true,
  async run(email, _options, terminal) {
    if (email !== undefined && (await findUser(email))) {
      throw new CommandFailed(`An account with the email ${email} already exists.`);
    }
    const code = await createInvitation(email ?? null);
    await recordCommand('invite', null, { after: { forOneAddress: email !== undefined } });
    terminal.out(`${appUrl()}/auth/signup?invite=${code}`);
    const mode = signUpMode();
    if (mode !== 'invite') {
      terminal.err(`Invitations only work with SIGNUP=invite; it is ${mode} now.`);
    }
  },
};

export const listUsers: PlainCommand = {
  takesNothing: true,
  usage: '[--admins]',
  about:
    'Lists all accounts, or all admins, with email, state, and when they were last seen (UTC).',
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
  about: 'Prints a new link for creating the first admin. Earlier links stop working.',
  async run(_nothing, _options, terminal) {
    const path = await openFirstRun();
    if (path === null) {
      throw new CommandFailed(
        'There has already been an admin. To make someone else one: npm run admin -- grant EMAIL',
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
    terminal.out(`${email} is now an admin.`);
  },
};

export const revoke: AccountCommand = {
  usage: '',
  about: "Removes a user's admin rights, except from the last admin who can sign in.",
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    if (!(await isAdmin(id))) throw new CommandFailed(`${email} isn't an admin.`);
    if (!(await revokeAdmin(id))) {
      throw new CommandFailed(
        `${email} is the last admin who can sign in. Make another admin first: npm run admin -- grant EMAIL`,
      );
    }
    await recordCommand('revoke', id);
    terminal.out(`${email} is no longer an admin.`);
    if (isAdminEmail(email)) {
      terminal.err(
        'ADMIN_EMAIL names this account, so it becomes an admin again at the next start.',
      );
    }
  },
};

export const verify: AccountCommand = {
  usage: '',
  about: "Marks the user's email as verified.",
  async run(email, _options, terminal) {
    const { id } = await requireAccount(email);
    await markVerified(id);
    await recordCommand('verify', id);
    terminal.out(`The email ${email} is now verified.`);
  },
};

export const resetPassword: AccountCommand = {
  usage: '[--password]',
  about:
    'Sets a new password, prints it, and signs the user out everywhere; --password asks for one or reads it from standard input.',
  options: PASSWORD_OPTION,
  async run(email, options, terminal) {
    const { id } = await requireAccount(email);
    const { password, generated } = await newPassword(options.password === true, terminal);
    await setPassword(id, password);
    await recordCommand('reset-password', id);
    terminal.out(
      `${email} has a new password and is signed out everywhere. Passkeys still work. Run reset-two-factor to remove them.`,
    );
    if (generated) terminal.out(`Password: ${password}`);
  },
};

export const resetTwoFactorSignIn: AccountCommand = {
  usage: '',
  about:
    'Turns off two-factor sign-in and removes the passkeys of someone who lost their devices, and signs them out everywhere.',
  async run(email, _options, terminal) {
    const user = await requireAccount(email);
    // It records the act itself.
    if (!(await resetTwoFactor(user, { actorId: null }))) {
      throw new CommandFailed(`${email} has neither two-factor sign-in nor passkeys.`);
    }
    terminal.out(
      `Two-factor sign-in for ${email} is off, their passkeys are removed, and they are signed out everywhere.`,
    );
  },
};

export const disable: AccountCommand = {
  usage: '',
  about: 'Signs the user out everywhere and blocks further sign-ins.',
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
    'Schedules the account for deletion, as its owner can in Settings; --now deletes it right away, for good.',
  options: { now: { type: 'boolean' } },
  async run(email, options, terminal) {
    const user = await requireAccount(email);
    if (options.now === true) {
      await recordCommand('delete-user', user.id, { after: { now: true } });
      await removeAtOnce(user.id, new Date());
      return terminal.out(`${email} and everything in the account are deleted.`);
    }
    const { dueOn } = await recordDeletion({ ...user, timeZone: null }, new Date());
    await recordCommand('delete-user', user.id, { after: { dueOn } });
    terminal.out(
      dueOn === null
        ? `The request to delete ${email} is recorded. With ACCOUNT_DELETION_DAYS=0, only --now carries it out.`
        : `${email} will be deleted on ${dueOn}. Its public links no longer work, and its owner can cancel until then.`,
    );
  },
};

export const replay: IdCommand = {
  takesId: true,
  usage: '',
  about: 'Processes a Stripe event again, by its ID (evt_…).',
  async run(id, _options, terminal) {
    try {
      const state = await replayEvent(id, new Date());
      terminal.out(
        state === 'done'
          ? `The event ${id} was processed.`
          : `The event ${id} isn't about anything this app keeps.`,
      );
    } catch (error) {
      if (error instanceof AppError) throw new CommandFailed(error.userMessage);
      throw error;
    }
  },
};
