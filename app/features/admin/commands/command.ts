import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command writes, line by line. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** What is typed without being shown, or the first line of standard input; absent where there is neither. */
  readSecret?(question: string): Promise<string>;
}

interface Described {
  /** Its options, for the usage text. */
  usage: string;
  about: string;
  options?: ParseArgsOptionsConfig;
}

interface Runs<Email> {
  /** `email` is normalized and well formed; an id is as it was typed. @throws CommandFailed */
  run(
    email: Email,
    options: Record<string, string | boolean | undefined>,
    terminal: Terminal,
  ): Promise<void>;
}

/** A command about one account, which its email address names. */
export interface AccountCommand extends Described, Runs<string> {
  emailOptional?: false;
}

export interface OptionalEmailCommand extends Described, Runs<string | undefined> {
  emailOptional: true;
}

/** A command about something that an id names. */
export interface IdCommand extends Described, Runs<string> {
  takesId: true;
}

/** A command about the whole installation, to or from a file. */
export interface FileCommand extends Described, Runs<string> {
  takesFile: true;
}

/** A command that is about nothing in particular. */
export interface PlainCommand extends Described, Runs<undefined> {
  takesNothing: true;
}

export type Command =
  AccountCommand | OptionalEmailCommand | IdCommand | FileCommand | PlainCommand;

/** The command could not do it; the message says why. By its name, since the server's commands throw one of their own. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** A text option; undefined when it was not given. */
export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
