import { newId } from '~/lib/ids.server';
import { reportGauge } from '~/lib/metrics.server';
import { singleton } from '~/lib/singleton.server';

import type { GenerationState } from './state';
import type { Claim } from './generation-data.server';

/** How an answer ended, and how long it is in all. */
export interface GenerationEnd {
  state: GenerationState;
  reason: string | null;
  length: number;
}

/** Someone who reads along: gets each piece as it comes, then the end, once. */
export interface Reader {
  text(piece: string): void;
  end(end: GenerationEnd): void;
}

/** Whose text is asked for, for what, and of which model. */
export interface RunSubject {
  userId: string;
  conversationId: string | null;
  kind: string;
  model: string;
  /** What the prompt is reckoned at, should the provider not say. */
  promptTokens: number;
}

/** A run in this process's memory: the live side of a row of `generations`. */
export interface Run extends RunSubject {
  claim: Claim;
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
  abort: AbortController;
  /** Why it was cut short, first reason wins. */
  cutBy: 'stop' | 'death' | 'lost' | null;
  /** Resolves when the end is in the database (or was found to be another process's). */
  ended: Promise<GenerationEnd>;
  /** How far watchers on sockets have been served; null while there are none. */
  watchedLength: number | null;
  /** Until when someone on another process watches, on the clock of `performance.now`. */
  watchedElsewhereUntil: number;
}

export interface Runs {
  processId: string;
  byId: Map<string, Run>;
  /** Runs whose end could not be stored: the reaper of this process ends them. */
  abandoned: Set<Claim>;
}

/** The runs that this process owns. */
export const runs: Runs = singleton('generation-runs', () => ({
  processId: newId(),
  byId: new Map(),
  abandoned: new Set(),
}));

reportGauge('brandwright_generations_running', () => runs.byId.size);
