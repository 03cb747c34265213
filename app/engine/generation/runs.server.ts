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

import { beat, findStopRequests } from './generation-data.server';
import type { GenerationState } from './state';

/** How an answer ended, and how long it is in all. */
export interface GenerationEnd {
  state: GenerationState;
  reason: string | null;
  length: number;
}

/** Someone who reads along: gets each piece as it comes, then the end, once. */
export interface Reader {
  text(chunk: string): void;
  end(end: GenerationEnd): void;
}

/** Whose text is asked for, for what, and of which model. */
export interface RunSubject {
  userId: UserScope;
  conversationId: string | null;
  kind: string;
  model: string;
  /** What the prompt is reckoned at, should the provider not say. */
  promptTokens: number;
}

/** A run in this process's memory: the live side of a row of `generations`. */
export interface Run extends RunSubject, Lease<ProcessClaim, GenerationEnd> {
  state: GenerationState;
  /** The whole answer, earlier runs' part included. Offsets everywhere are UTF-16 units into it. */
  text: string;
  /** Where this run began. */
  startOffset: number;
  /** How much of `text` is in the database. */
  storedLength: number;
  /** True once the database knows that it streams. */
  storedAsStreaming: boolean;
  readers: Set<Reader>;
  /** How far watchers on sockets have been served; null while there are none. */
  watchedLength: number | null;
  /** Until when someone on another process watches, on the clock of `performance.now`. */
  watchedElsewhereUntil: number;
}

/** The runs that this process owns. */
export const runs = singleton(
  'generation-runs',
  () => new Leases<Run, GenerationEnd>({ name: 'answers', beatMs: 5_000, beat: beatRuns }),
);

/** Runs whose end could not be stored: the reaper of this process ends them. */
export const abandoned = singleton('generation-abandoned', () => new Set<Claim>());

/** One beat is for all of them: their process is alive. */
async function beatRuns(held: readonly Run[]): Promise<Beaten[]> {
  await beat(sql, thisProcessId);
  if (held.length === 0) return [];
  const stops = new Set(await findStopRequests(sql, thisProcessId));
  // Text that is stored finds out whether a run is still held.
  return held.map(({ claim }) => ({ ...claim, stopRequested: stops.has(claim.id) }));
}

reportGauge('brandwright_generations_running', () => runs.held.size);
