import { z } from 'zod';

import { runApart, type ReaderTurn } from '~/lib/concurrency/run-apart.server';
import { MINUTE_MS } from '~/lib/time';

/** Ten times the weights of a LoRA for today's largest models. */
export const MAX_WEIGHT_BYTES = 2 * 1024 ** 3;
/** Unpacking may take gigabytes. */
const LIMITS = { timeMs: 10 * MINUTE_MS, memoryMb: 192 };

/** A file of a provider or an archive isn't what a training makes. The message is for the log. */
export class NotWeights extends Error {}

const readWeights = z.object({ file: z.string(), bytes: z.number() });
const answer = z.union([z.object({ refusal: z.string() }), readWeights]);

export type ReadWeights = z.infer<typeof readWeights>;

type Turn = Pick<ReaderTurn, 'userId' | 'signal'>;

/**
 * Unpacks only the weights of an archive into `directory`, in a process of its own. @throws NotWeights
 */
export function unpackWeights(
  archive: string,
  directory: string,
  turn: Turn,
): Promise<ReadWeights> {
  return read([archive, directory], turn);
}

/** Checks a file of weights against its own header. @throws NotWeights */
export function checkWeights(file: string, turn: Turn): Promise<ReadWeights> {
  return read([file], turn);
}

async function read(args: readonly string[], turn: Turn): Promise<ReadWeights> {
  const waits = { ...turn, isJob: true, row: 'weights' } as const;
  const run = await runApart('readers/weights-reader.ts', args, LIMITS, waits, answer);
  turn.signal?.throwIfAborted();
  if ('killed' in run) throw new NotWeights(`reading them took too much ${run.killed}`);
  if ('broken' in run) throw new Error('the reader of weights died');
  if ('refusal' in run.answer) throw new NotWeights(run.answer.refusal);
  return run.answer;
}
