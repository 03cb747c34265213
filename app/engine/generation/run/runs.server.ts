import {
  type Beaten,
  type Claim,
  type Lease,
  Leases,
  type ProcessClaim,
  thisProcessId,
} from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { reportGauge } from '~/lib/metrics.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { beat, findStopRequests } from '../generation-data.server';
import type { GenerationState } from '../state';
import type { Thinking } from './thinking.server';

/** How an answer ended, and its length over all runs. */
export interface GenerationEnd {
  state: GenerationState;
  reason: string | null;
  length: number;
}

/** Gets each chunk as it arrives, then the end, once. */
export interface Reader {
  text(chunk: string): void;
  end(end: GenerationEnd): void;
}

/** Whose text it is, of which kind, and which model writes it. */
export interface RunSubject {
  userId: UserScope;
  conversationId: string | null;
  kind: string;
  model: string;
  /** The estimate, for a provider that doesn't report it. */
  promptTokens: number;
}

/** Where a round of a run begins: a request to the provider, which ends with tool calls or with the answer's end. */
export interface RoundMark {
  /** How many rounds of the answer are complete, over all runs. */
  number: number;
  /** In its text, in UTF-16 units over all runs. */
  offset: number;
  /** In what this run has thought. */
  thought: number;
  /** What the calls and results of this run added to its prompt. */
  tokens: number;
}

/** A run in this process's memory, while its row is in `generations`. */
export interface Run extends RunSubject, Lease<ProcessClaim, GenerationEnd> {
  state: GenerationState;
  /** The whole answer, with the text of earlier runs. Offsets everywhere are UTF-16 units into it. */
  text: string;
  /** The length of the text of earlier runs. */
  startOffset: number;
  /** How much of `text` is in the database. */
  storedLength: number;
  /** Whether its row has the state `streaming`. */
  storedAsStreaming: boolean;
  /** Where its present round began. */
  round: RoundMark;
  /** What the model thought in this run. */
  thinking: Thinking;
  readers: Set<Reader>;
  /** How much of `text` the watchers on sockets have; null while there are none. */
  watchedLength: number | null;
  /** Until when a socket of another process watches, on the clock of `performance.now`. */
  watchedElsewhereUntil: number;
}

/** The runs that this process owns. */
export const runs = singleton(
  'generation-runs',
  () => new Leases<Run, GenerationEnd>({ name: 'answers', beatMs: 5_000, beat: beatRuns }),
);

/** Runs whose ends couldn't be stored: the reaper of this process ends them. */
export const abandoned = singleton('generation-abandoned', () => new Set<Claim>());

/** One beat of the process counts for all its runs. */
async function beatRuns(held: readonly Run[]): Promise<Beaten[]> {
  await beat(sql, thisProcessId);
  if (held.length === 0) return [];
  const stops = new Set(await findStopRequests(thisProcessId));
  // All count as held: storing their text finds out which aren't.
  return held.map(({ claim }) => ({ ...claim, stopRequested: stops.has(claim.id) }));
}

reportGauge('brandwright_generations_running', () => runs.held.size);
