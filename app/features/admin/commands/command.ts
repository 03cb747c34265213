import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command reads and writes. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Reads hidden typing, or the first line of standard input; absent if there is neither. */
  readSecret?(question: string): Promise<string>;
}

interface Described {
  /** The options, for the usage text. */
  usage: string;
  about: string;
  options?: ParseArgsOptionsConfig;
}

interface Runs<Email> {
  /** An email is normalized and valid; an id is as it was typed. @throws CommandFailed */
  run(
    email: Email,
    options: Record<string, string | boolean | undefined>,
    terminal: Terminal,
  ): Promise<void>;
}

/** About one account, given its email address. */
export interface AccountCommand extends Described, Runs<string> {
  emailOptional?: false;
}

export interface OptionalEmailCommand extends Described, Runs<string | undefined> {
  emailOptional: true;
}

/** About something with an id. */
export interface IdCommand extends Described, Runs<string> {
  takesId: true;
}

/** About the whole installation, to or from a file. */
export interface FileCommand extends Described, Runs<string> {
  takesFile: true;
}

/** Takes no argument. */
export interface PlainCommand extends Described, Runs<undefined> {
  takesNothing: true;
}

export type Command =
  AccountCommand | OptionalEmailCommand | IdCommand | FileCommand | PlainCommand;

/** An expected failure; the message is printed. Recognized by its name, because the server's commands throw their own. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** The value of a text option; undefined without one. */
export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
