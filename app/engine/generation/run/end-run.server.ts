import type { ChatUsage } from '~/gateways/ai/index.server';
import type { ProcessClaim } from '~/engine/leases/index.server';
import { afterCommit, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { countGeneration, recordTokens as countMetered } from '~/lib/metrics.server';

import { closeGeneration, endGeneration } from '../generation-data.server';
import { kindOf } from '../kinds.server';
import { chargeFor, settleTokens } from '../metering.server';
import type { RunSubject } from './runs.server';
import type { GenerationState } from '../state';
import type { Thought } from './thinking.server';

export interface Ended extends RunSubject {
  claim: ProcessClaim;
  state: GenerationState;
  reason: string | null;
  /** What this run wrote. */
  text: string;
  /** As the provider reported it; null when it didn't. */
  usage: ChatUsage | null;
  /** What the model thought. */
  thought: Thought;
  /** Stores what the run brought besides its text. */
  alongside?: (tx: Sql) => Promise<void>;
}

/** Ends a run in one transaction: stores its state, charges its tokens, and folds its text. @throws LeaseLost */
export async function endRun(ended: Ended): Promise<void> {
  const tokens = await chargeFor(ended);
  await transaction(async (tx) => {
    afterCommit(tx, () => {
      KILLABLE: killPoint('answer: end committed, not told');
    });
    await Promise.all([
      kindOf(ended.kind).lock(tx, { ...ended, id: ended.claim.id }),
      endWithin(tx, ended, tokens),
    ]);
  });
}

/** The same, within a transaction that already holds the kind's locks. @throws LeaseLost */
export async function endWithin(tx: Sql, ended: Ended, tokens: number): Promise<void> {
  const { claim, userId, conversationId, state, reason, text } = ended;
  await endGeneration(tx, claim, { state, reason });
  KILLABLE: killPoint('answer: ended in its row, not committed');
  const charged = await settleTokens(tx, ended, tokens);
  afterCommit(tx, () => {
    countGeneration(ended.kind, state);
    countMetered('used', tokens);
    countMetered('charged', charged);
  });
  // Before the text's own events: what it changes is locked before the event sequence everywhere.
  await ended.alongside?.(tx);
  await Promise.all([
    closeGeneration(tx, claim.id, { tokens, usage: ended.usage, thought: ended.thought }),
    kindOf(ended.kind).fold(tx, { id: claim.id, userId, conversationId, state, reason, text }),
  ]);
  KILLABLE: killPoint('answer: folded, not committed');
}
