import { parseArgs } from 'node:util';

export interface EvalOptions {
  /** Where the report goes. */
  out: string;
  writer: string;
  judge: string;
  /** How many of the tasks each brand gets. */
  tasks: number;
  concurrency: number;
  /** The run ends before it uses more. */
  maxTokens: number;
  yes: boolean;
}

/** What is wrong with the command line, in words for the operator. */
export class OptionError extends Error {}

export const USAGE = `npm run eval -- --out DIR --judge MODEL [--writer MODEL] [--same-judge] [--tasks N]
  [--concurrency N] [--max-tokens N] [--yes]`;

const MAX_TASKS = 6;
const MAX_CONCURRENCY = 8;

/** @throws OptionError */
export function readOptions(args: readonly string[], defaultModel: string): EvalOptions {
  const values = parse(args);
  const writer = values.writer ?? defaultModel;
  const judge = values.judge ?? (values['same-judge'] ? writer : undefined);
  if (values.out === undefined) throw new OptionError('Name a directory for the report: --out DIR');
  if (judge === undefined) throw new OptionError('Name the model that judges: --judge MODEL');
  if (judge === writer && !values['same-judge']) {
    throw new OptionError(
      `${writer} would judge its own texts, and models prefer those. Name another with --judge, or insist with --same-judge.`,
    );
  }
  return {
    out: values.out,
    writer,
    judge,
    tasks: whole('tasks', values.tasks, 4, MAX_TASKS),
    concurrency: whole('concurrency', values.concurrency, 2, MAX_CONCURRENCY),
    maxTokens: whole('max-tokens', values['max-tokens'], 500_000, 100_000_000),
    yes: values.yes ?? false,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        out: text,
        writer: text,
        judge: text,
        tasks: text,
        concurrency: text,
        'max-tokens': text,
        'same-judge': flag,
        yes: flag,
      },
    }).values;
  } catch (error) {
    throw new OptionError(`${(error as Error).message}\n${USAGE}`);
  }
}

function whole(name: string, value: string | undefined, usual: number, max: number): number {
  if (value === undefined) return usual;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new OptionError(`--${name} takes a whole number from 1 to ${max}.`);
}
