import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { GenerationState } from './state';

/** A run that is over, as the feature that asked for the text sees it. */
export interface EndedRun {
  id: string;
  userId: UserScope;
  conversationId: string | null;
  state: GenerationState;
  reason: string | null;
  /** What this run wrote; goes behind what earlier runs left. */
  text: string;
}

/** What a feature does with the texts it asks for. */
export interface GenerationKind {
  /**
   * Locks the rows that `fold` will change and that other use cases lock before a generation. Everywhere the order is
   * conversation, generation, account, event counter: so no one waits in a circle.
   */
  lock(
    tx: Sql,
    run: { id: string; userId: UserScope; conversationId: string | null },
  ): Promise<void>;
  /**
   * Takes the text over and publishes that, in the transaction that ends the run. Called at most once for a run.
   */
  fold(tx: Sql, run: EndedRun): Promise<void>;
  /**
   * Takes text of an interrupted run that came to light after its end, in a transaction that holds the locks: it goes
   * behind `prior`, which is all there is. False: the text has become the basis of something else, and stays as it is.
   */
  supplement(tx: Sql, run: EndedRun & { prior: string }): Promise<boolean>;
  /** What earlier runs left in the row of this id; null when the row is gone. */
  priorText(sql: Sql, userId: UserScope, id: string): Promise<string | null>;
}

const kinds = singleton('generation-kinds', () => new Map<string, GenerationKind>());

/** Every process that may end a run needs every kind: a reaper ends the runs of others. */
export function registerKind(name: string, kind: GenerationKind): void {
  kinds.set(name, kind);
}

export function kindOf(name: string): GenerationKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no feature takes texts of kind "${name}"`);
  return kind;
}
