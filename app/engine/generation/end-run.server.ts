import { weightOf, type ChatUsage } from '~/gateways/ai/index.server';
import type { Claim, ProcessClaim } from '~/engine/leases/index.server';
import { afterCommit, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { countGeneration, recordTokens as countMetered } from '~/lib/metrics.server';
import { countTokens } from '~/lib/tokens/count.server';

import { kindOf } from './kinds.server';
import { metering } from './metering.server';
import type { RunSubject } from './runs.server';
import type { GenerationState } from './state';
import { closeGeneration, endGeneration } from './generation-data.server';

export interface Ended extends RunSubject {
  claim: ProcessClaim;
  state: GenerationState;
  reason: string | null;
  /** What this run wrote. */
  text: string;
  /** As the provider reports it; null when it did not. */
  usage: ChatUsage | null;
}

/** What a settled reference is called in the ledger. */
export function ledgerReference(claim: Claim): string {
  return `generation:${claim.id}:${claim.attempt}`;
}

/** Ends a run in one transaction: its state, its tokens paid, its text in its place. @throws LeaseLost */
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

/** The same within a transaction that holds the kind's locks already. @throws LeaseLost */
export async function endWithin(tx: Sql, ended: Ended, tokens: number): Promise<void> {
  const { claim, userId, conversationId, state, reason, text } = ended;
  await endGeneration(tx, claim, { state, reason });
  KILLABLE: killPoint('answer: ended in its row, not committed');
  const reference = ledgerReference(claim);
  const { charged } = await metering().settle(tx, {
    ...{ userId, reference, tokens, kind: ended.kind },
    now: new Date(),
  });
  KILLABLE: killPoint('answer: settled, not committed');
  afterCommit(tx, () => {
    countGeneration(ended.kind, state);
    countMetered('used', tokens);
    countMetered('charged', charged);
  });
  await Promise.all([
    closeGeneration(tx, claim.id, tokens),
    kindOf(ended.kind).fold(tx, { id: claim.id, userId, conversationId, state, reason, text }),
  ]);
  KILLABLE: killPoint('answer: folded, not committed');
}

/** Nothing for an answer without a word, whatever the provider reports: it failed, or was stopped before it began. */
export async function chargeFor(ended: Ended): Promise<number> {
  if (ended.text === '') return 0;
  const weight = weightOf(ended.model);
  const { weigh } = metering();
  if (ended.usage) return weigh(ended.usage, weight);
  const completionTokens = await countTokens(ended.text);
  return weigh({ promptTokens: ended.promptTokens, completionTokens }, weight);
}
