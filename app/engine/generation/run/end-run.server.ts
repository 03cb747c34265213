import type { ChatUsage } from '~/gateways/ai/index.server';
import type { ProcessClaim } from '~/engine/leases/index.server';
import { afterCommit, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { countGeneration, recordTokens as countMetered } from '~/lib/metrics.server';

import { closeGeneration, endGeneration } from '../generation-data.server';
import { closeRounds } from '../tools/tool-call-data.server';
import { kindOf } from '../kinds.server';
import { chargeFor, settleTokens } from '../metering.server';
import type { RoundMark, RunSubject } from './runs.server';
import type { GenerationState } from '../state';
import type { Thought } from './thinking.server';

export interface Ended extends RunSubject {
  claim: ProcessClaim;
  state: GenerationState;
  reason: string | null;
  /** Where this run began in the text. */
  startOffset: number;
  /** What it wrote. */
  text: string;
  /** Where its last round began, for which `usage` is. */
  round: RoundMark;
  /** As the provider reported it; null when it didn't. */
  usage: ChatUsage | null;
  /** What that round asked for instead of going on. */
  asked?: string;
  /** What the model thought. */
  thought: Thought;
  /** Stores what the run brought besides its text. */
  alongside?: (tx: Sql) => Promise<void>;
}

/** Ends a run in one transaction: stores its state, charges its tokens, and folds its text. @throws LeaseLost */
export async function endRun(ended: Ended): Promise<void> {
  const tokens = await chargeForLast(ended);
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

/** The weighted tokens of a run's last round. */
export function chargeForLast(ended: Omit<Ended, 'state' | 'reason'>): Promise<number> {
  const { model, usage, promptTokens, startOffset, text, round, thought, asked = '' } = ended;
  return chargeFor({
    ...{ model, usage },
    promptTokens: promptTokens + round.tokens,
    text: text.slice(Math.max(0, round.offset - startOffset)) + asked,
    thought: thought.text.slice(round.thought),
  });
}

/** The same, within a transaction that already holds the kind's locks. @throws LeaseLost */
export async function endWithin(tx: Sql, ended: Ended, due: number): Promise<void> {
  const { claim, userId, conversationId, state, reason, text } = ended;
  const rounds = await endGeneration(tx, claim, { state, reason });
  KILLABLE: killPoint('answer: ended in its row, not committed');
  // A round whose commit wasn't reported is settled already, and the one after it never began.
  const tokens = rounds === ended.round.number ? due : 0;
  const charged = await settleTokens(tx, ended, rounds, tokens);
  afterCommit(tx, () => {
    countGeneration(ended.kind, state);
    countMetered('used', tokens);
    countMetered('charged', charged);
  });
  // Before the text's own events: what it changes is locked before the event sequence everywhere.
  await ended.alongside?.(tx);
  await Promise.all([
    closeGeneration(tx, claim.id, {
      tokens,
      usage: rounds === ended.round.number ? ended.usage : null,
      thought: ended.thought,
    }),
    ...(rounds > 0 ? [closeRounds(tx, claim.id, state)] : []),
    kindOf(ended.kind).fold(tx, { id: claim.id, userId, conversationId, state, reason, text }),
  ]);
  KILLABLE: killPoint('answer: folded, not committed');
}
