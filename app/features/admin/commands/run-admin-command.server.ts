import { parseArgs } from 'node:util';

import { emailProblem, normalizeEmail } from '~/features/accounts/index.server';

import { applyProviders } from '../providers/apply-providers.server';
import type { Command, Terminal } from './command';
import {
  createUser,
  deleteUser,
  disable,
  enable,
  grant,
  invite,
  listUsers,
  PASSWORD_AS_ARGUMENT,
  replay,
  resetPassword,
  resetTwoFactorSignIn,
  revoke,
  setupLink,
  verify,
} from './commands.server';

const COMMANDS: Record<string, Command> = {
  'create-user': createUser,
  invite,
  'list-users': listUsers,
  'setup-link': setupLink,
  grant,
  revoke,
  verify,
  'reset-password': resetPassword,
  'reset-two-factor': resetTwoFactorSignIn,
  disable,
  enable,
  'delete-user': deleteUser,
  'replay-event': replay,
};

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

function usage(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(([name, command]) => {
    const call = [name, argumentOf(command), command.usage].filter(Boolean).join(' ');
    return `  ${call}\n      ${command.about}`;
  });
  return ['Usage: npm run admin -- COMMAND [EMAIL|FILE|ID] [options]', '', ...lines].join('\n');
}

function argumentOf(command: Command): string {
  if ('takesNothing' in command) return '';
  if ('takesId' in command) return 'ID';
  if ('takesFile' in command) return 'FILE';
  return command.emailOptional ? '[EMAIL]' : 'EMAIL';
}

function misused(terminal: Terminal, problem: string, commands: Record<string, Command>): number {
  terminal.err(`${problem}\n\n${usage(commands)}`);
  return MISUSED;
}

function takenBy(command: Command): string {
  if ('takesNothing' in command) return 'no argument';
  if ('takesId' in command) return 'one id';
  if ('takesFile' in command) return 'the name of one file';
  return `one email address${command.emailOptional ? ', or none' : ''}`;
}

async function run(
  command: Command,
  argument: string | undefined,
  options: Record<string, string | boolean>,
  terminal: Terminal,
): Promise<void> {
  if ('takesNothing' in command) return command.run(undefined, options, terminal);
  if ('emailOptional' in command && command.emailOptional) {
    return command.run(argument, options, terminal);
  }
  if (argument === undefined) throw new TypeError('this command needs a value');
  return command.run(argument, options, terminal);
}

/**
 * Runs one command of `npm run admin` and returns the exit code: 0 when done, 1 when it failed, 2 for wrong usage.
 * `more` are commands of the server itself.
 */
export async function runAdminCommand(
  argv: string[],
  terminal: Terminal,
  more: Record<string, Command> = {},
): Promise<number> {
  const commands = { ...COMMANDS, ...more };
  const refuse = (problem: string) => misused(terminal, problem, commands);
  const [name, ...args] = argv;
  if (name === 'help' || argv.includes('--help')) {
    terminal.out(usage(commands));
    return DONE;
  }
  if (name === undefined) return refuse('Which command?');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refuse(`Unknown command: ${name}`);

  let parsed;
  try {
    parsed = parseArgs({ args, options: command.options ?? {}, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (args.some((arg) => arg.startsWith('--password='))) return refuse(PASSWORD_AS_ARGUMENT);
    return refuse(error.message);
  }
  const [typed, ...others] = parsed.positionals;
  const takesNothing = 'takesNothing' in command;
  const takesEmail = !('takesId' in command || 'takesFile' in command || takesNothing);
  const isOptional = takesNothing || ('emailOptional' in command && command.emailOptional === true);
  if (others.length > 0 && args.includes('--password')) return refuse(PASSWORD_AS_ARGUMENT);
  if (
    (typed === undefined && !isOptional) ||
    others.length > 0 ||
    (takesNothing && typed !== undefined)
  ) {
    return refuse(`${name} takes ${takenBy(command)}.`);
  }
  const argument = typed === undefined || !takesEmail ? typed : normalizeEmail(typed);
  if (argument !== undefined && takesEmail && emailProblem(argument)) {
    return refuse(`${typed} is not an email address.`);
  }

  try {
    // Whether emails reach anyone decides what some commands say. The server's own may have no table to read.
    if (Object.hasOwn(COMMANDS, name)) await applyProviders();
    await run(command, argument, parsed.values as Record<string, string | boolean>, terminal);
    return DONE;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CommandFailed') throw error;
    terminal.err(error.message);
    return FAILED;
  }
}
