import { runApart, type ReaderTurn } from '~/lib/run-apart.server';

/** A LoRA for the largest models of today has a tenth of it. */
export const MAX_WEIGHT_BYTES = 2 * 1024 ** 3;
/** Gigabytes may have to be unpacked. */
const LIMITS = { timeMs: 10 * 60_000, memoryMb: 192 };

/** What the provider sent, or an archive holds, is not what a training makes. Its message is for the log. */
export class NotWeights extends Error {}

export interface ReadWeights {
  file: string;
  bytes: number;
}

type Turn = Pick<ReaderTurn, 'userId' | 'signal'>;

/**
 * Takes the weights out of an archive into `directory`, and nothing else, in a process of its own. @throws NotWeights
 */
export function unpackWeights(
  archive: string,
  directory: string,
  turn: Turn,
): Promise<ReadWeights> {
  return read([archive, directory], turn);
}

/** Holds a file of weights against what its header says. @throws NotWeights */
export function checkWeights(file: string, turn: Turn): Promise<ReadWeights> {
  return read([file], turn);
}

async function read(args: readonly string[], turn: Turn): Promise<ReadWeights> {
  const waits = { ...turn, isJob: true, row: 'weights' } as const;
  const run = await runApart('readers/weights-reader.ts', args, LIMITS, waits);
  turn.signal?.throwIfAborted();
  if ('killed' in run) throw new NotWeights(`reading them took too much ${run.killed}`);
  if ('broken' in run) throw new Error('the reader of weights broke off');
  const answer = JSON.parse(run.said) as ReadWeights | { refusal: string };
  if ('refusal' in answer) throw new NotWeights(answer.refusal);
  return answer;
}
