import { weightOf, type ChatUsage } from '~/gateways/ai/index.server';
import { settle, weigh } from '~/features/billing/index.server';
import { afterCommit, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { countGeneration, countTokens as countMetered } from '~/lib/metrics.server';
import { countTokens } from '~/lib/tokens/count.server';

import { kindOf } from './kinds.server';
import type { RunSubject } from './runs.server';
import type { GenerationState } from './state';
import { closeGeneration, endGeneration, type Claim } from './generation-data.server';

/** The run was given up for dead and taken by another process. */
export class LeaseLost extends Error {}

export interface Ended extends RunSubject {
  claim: Claim;
  state: GenerationState;
  reason: string | null;
  /** What this run wrote. */
  text: string;
  /** As the provider reports it; null when it did not. */
  usage: ChatUsage | null;
}

/** What a settled reference is called in the ledger. */
export function ledgerReference(claim: Pick<Claim, 'id' | 'attempt'>): string {
  return `generation:${claim.id}:${claim.attempt}`;
}

/**
 * Ends a run in one transaction: its state, its tokens paid, its text in its place. False when the run was no longer
 * this claim's.
 */
export async function endRun(ended: Ended): Promise<boolean> {
  const tokens = await chargeFor(ended);
  try {
    await transaction(async (tx) => {
      afterCommit(tx, () => {
        killPoint('answer: end committed, not told');
      });
      await Promise.all([
        kindOf(ended.kind).lock(tx, { ...ended, id: ended.claim.id }),
        endWithin(tx, ended, tokens),
      ]);
    });
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

/**
 * The same within a transaction that holds the kind's locks already.
 * @throws LeaseLost when the run was no longer this claim's: roll back.
 */
export async function endWithin(tx: Sql, ended: Ended, tokens: number): Promise<void> {
  const { claim, userId, conversationId, state, reason, text } = ended;
  if (!(await endGeneration(tx, claim, { state, reason }))) throw new LeaseLost();
  killPoint('answer: ended in its row, not committed');
  const reference = ledgerReference(claim);
  const { charged } = await settle(tx, {
    ...{ userId, reference, tokens, kind: ended.kind },
    now: new Date(),
  });
  killPoint('answer: settled, not committed');
  afterCommit(tx, () => {
    countGeneration(ended.kind, state);
    countMetered('used', tokens);
    countMetered('charged', charged);
  });
  await Promise.all([
    closeGeneration(tx, claim.id, tokens),
    kindOf(ended.kind).fold(tx, { id: claim.id, userId, conversationId, state, reason, text }),
  ]);
  killPoint('answer: folded, not committed');
}

/** Nothing for an answer without a word, whatever the provider reports: it failed, or was stopped before it began. */
export async function chargeFor(ended: Ended): Promise<number> {
  const weight = weightOf(ended.model);
  if (ended.text === '') return 0;
  if (ended.usage) return weigh(ended.usage, weight);
  const completionTokens = await countTokens(ended.text);
  return weigh({ promptTokens: ended.promptTokens, completionTokens }, weight);
}
