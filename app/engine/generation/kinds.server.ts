import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { GenerationState } from './state';

/** A run that has ended, for the feature that requested the text. */
export interface EndedRun {
  id: string;
  userId: UserScope;
  conversationId: string | null;
  state: GenerationState;
  reason: string | null;
  /** What this run wrote, to be appended to the text of earlier runs. */
  text: string;
}

/** What a feature does with the texts that it requests. */
export interface GenerationKind {
  /**
   * Locks the rows that `fold` changes and that other use cases lock before a generation. To prevent deadlocks, the order is
   * the same everywhere: conversation, generation, account, event sequence.
   */
  lock(
    tx: Sql,
    run: { id: string; userId: UserScope; conversationId: string | null },
  ): Promise<void>;
  /** Stores the text and publishes that, in the transaction that ends the run. Called at most once per run. */
  fold(tx: Sql, run: EndedRun): Promise<void>;
  /**
   * Appends text of an interrupted run that was found after its end to `prior`, the whole text so far, in a transaction
   * that holds the locks. Returns false if something was built on the text, which then stays as it is.
   */
  supplement(tx: Sql, run: EndedRun & { prior: string }): Promise<boolean>;
  /** The text that earlier runs left in the row of this id; null when the row is gone. */
  priorText(sql: Sql, userId: UserScope, id: string): Promise<string | null>;
  /** Its texts are in `generated_texts`, not in rows of the feature. */
  hasNoRows?: true;
}

const kinds = singleton('generation-kinds', () => new Map<string, GenerationKind>());

/** Every process needs every kind, because its reaper may end the runs of other processes. */
export function registerKind(name: string, kind: GenerationKind): void {
  kinds.set(name, kind);
}

export function kindOf(name: string): GenerationKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no feature registered the kind "${name}"`);
  return kind;
}
