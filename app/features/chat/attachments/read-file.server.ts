import { readFile } from 'node:fs/promises';

import { z } from 'zod';

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

const readerAnswer = z.union([
  z.object({ refusal: z.custom<Refusal>(isRefusal) }),
  z.object({ picture: z.string(), bytes: z.number() }),
  z.object({ text: z.string(), pages: z.number().optional() }),
]);

/**
 * Reads a file in a process that is killed when it takes more than `limits`.
 * @throws AppError when too many files wait already
 */
export async function readFileApart(
  { kind, input, output }: ReadOptions,
  turn: ReaderTurn,
  limits = LIMITS,
): Promise<ReadFile> {
  const args = [kind, input, output];
  const run = await runApart('readers/attachment-reader.ts', args, limits, turn, readerAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  const { answer } = run;
  if ('refusal' in answer) return answer.refusal;
  if ('picture' in answer) return answer;
  return { text: await readFile(output, 'utf8'), pages: answer.pages ?? null };
}
