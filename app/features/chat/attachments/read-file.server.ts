import { readFile } from 'node:fs/promises';

import { runApart, type ReaderTurn } from '~/lib/run-apart.server';

import { isRefusal, type Refusal } from './refusals';

const LIMITS = { timeMs: 10_000, memoryMb: 384 };

export type ReadFile =
  { text: string; pages: number | null } | { picture: string; bytes: number } | Refusal;

export interface ReadOptions {
  kind: 'pdf' | 'docx' | 'picture';
  /** The file, and where what is made of it goes. */
  input: string;
  output: string;
}

/**
 * Reads a file in a process that is killed when it takes more than `limits`.
 * @throws AppError when too many files wait already
 */
export async function readFileApart(
  { kind, input, output }: ReadOptions,
  turn: ReaderTurn,
  limits = LIMITS,
): Promise<ReadFile> {
  const run = await runApart('readers/attachment-reader.ts', [kind, input, output], limits, turn);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  return answerOf(run.said, output);
}

async function answerOf(said: string, output: string): Promise<ReadFile> {
  const answer = JSON.parse(said) as Record<string, unknown>;
  if (isRefusal(answer.refusal)) return answer.refusal;
  if (typeof answer.picture === 'string') {
    return { picture: answer.picture, bytes: Number(answer.bytes) };
  }
  const pages = typeof answer.pages === 'number' ? answer.pages : null;
  return { text: await readFile(output, 'utf8'), pages };
}
