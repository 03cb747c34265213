import type { GenerationState } from '~/engine/generation';
import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishEvents } from '~/engine/events/index.server';

import type { BriefChange, PieceChange } from './briefs/brief';

export type BriefNews =
  | { topic: 'brief'; data: BriefChange }
  | { topic: 'piece'; data: PieceChange }
  /** Wakes whoever follows it. */
  | { topic: 'text'; data: { id: string; state: GenerationState } };

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function announce(
  tx: Sql,
  userId: string,
  ...changes: BriefNews[]
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishEvents(userId, { seq, changes });
}
