import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command writes, line by line. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
}

export interface Command {
  /** Its options, for the usage text. */
  usage: string;
  about: string;
  options?: ParseArgsOptionsConfig;
  /** `email` is normalised and well formed. @throws CommandFailed */
  run(
    email: string,
    options: Record<string, string | boolean | undefined>,
    terminal: Terminal,
  ): Promise<void>;
}

/** The command could not do it; the message says why. */
export class CommandFailed extends Error {}

/** A text option; undefined when it was not given. */
export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
