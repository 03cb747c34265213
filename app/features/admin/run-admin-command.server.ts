import { parseArgs } from 'node:util';

import { emailProblem, normaliseEmail } from '~/features/auth/index.server';

import { CommandFailed, type Command, type Terminal } from './command';
import { createUser } from './create-user.server';
import { disable } from './disable.server';
import { enable } from './enable.server';
import { grant } from './grant.server';
import { invite } from './invite.server';
import { replay } from './replay.server';
import { resetPassword } from './reset-password.server';
import { resetTwoFactorSignIn } from './reset-two-factor.server';
import { verify } from './verify.server';

const COMMANDS: Record<string, Command> = {
  'create-user': createUser,
  invite,
  grant,
  verify,
  'reset-password': resetPassword,
  'reset-two-factor': resetTwoFactorSignIn,
  disable,
  enable,
  'replay-event': replay,
};

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => {
    const call = ['', name, argumentOf(command), command.usage].join(' ').trimEnd();
    return ` ${call}\n      ${command.about}`;
  });
  return ['Usage: npm run admin -- COMMAND EMAIL [options]', '', ...lines].join('\n');
}

function argumentOf(command: Command): string {
  if ('takesId' in command) return 'ID';
  return command.emailOptional ? '[EMAIL]' : 'EMAIL';
}

function misused(terminal: Terminal, problem: string): number {
  terminal.err(`${problem}\n\n${usage()}`);
  return MISUSED;
}

async function run(
  command: Command,
  email: string | undefined,
  options: Record<string, string | boolean>,
  terminal: Terminal,
): Promise<void> {
  if ('emailOptional' in command && command.emailOptional) {
    return command.run(email, options, terminal);
  }
  if (email === undefined) throw new TypeError('this command needs an e-mail');
  return command.run(email, options, terminal);
}

/** Runs one command of `npm run admin`: 0 when it is done, 1 when it failed, 2 when it was called wrongly. */
export async function runAdminCommand(argv: string[], terminal: Terminal): Promise<number> {
  const [name, ...args] = argv;
  if (name === 'help' || argv.includes('--help')) {
    terminal.out(usage());
    return DONE;
  }
  if (name === undefined) return misused(terminal, 'Which command?');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return misused(terminal, `Unknown command: ${name}`);

  let parsed;
  try {
    parsed = parseArgs({ args, options: command.options ?? {}, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return misused(terminal, error.message);
  }
  const [typed, ...more] = parsed.positionals;
  const takesId = 'takesId' in command;
  const isOptional = !takesId && command.emailOptional === true;
  if ((typed === undefined && !isOptional) || more.length > 0) {
    const what = takesId ? 'one id' : `one email address${isOptional ? ', or none' : ''}`;
    return misused(terminal, `${name} takes ${what}.`);
  }
  const email = typed === undefined || takesId ? typed : normaliseEmail(typed);
  if (email !== undefined && !takesId && emailProblem(email)) {
    return misused(terminal, `${typed} is not an email address.`);
  }

  try {
    await run(command, email, parsed.values as Record<string, string | boolean>, terminal);
    return DONE;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    terminal.err(error.message);
    return FAILED;
  }
}
