import type { Claim } from '~/engine/leases/index.server';
import { type ChatUsage, weightOf } from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { countTokens } from '~/lib/tokens/count.server';

import type { RunSubject } from './run/runs.server';

/** A charge for one run: `settle` closes what `reserve` opened under the same reference. */
interface Charge {
  userId: UserScope;
  reference: string;
  now: Date;
}

/** What runs cost. Both calls hold the account's row lock until the transaction ends. */
export interface Metering {
  /** Sets tokens aside, leaving `spare` if it can, and says how long the answer may get. @throws AppError `out-of-tokens` */
  reserve(
    tx: Sql,
    request: Charge & { promptTokens: number; maxTokens: number; weight: number; spare?: number },
  ): Promise<{ maxTokens: number }>;
  /** Charges `tokens`, which are weighted, for a text of this kind. */
  settle(tx: Sql, request: Charge & { tokens: number; kind: string }): Promise<{ charged: number }>;
  /** Weighted tokens. */
  weigh(usage: ChatUsage, weight: number): number;
}

const registered = singleton('generation-metering', (): { metering?: Metering } => ({}));

/** Called once, by the feature that keeps the ledger. */
export function registerMetering(metering: Metering): void {
  registered.metering = metering;
}

function metering(): Metering {
  if (!registered.metering) throw new Error('no metering is registered');
  return registered.metering;
}

/** The name of a round's reservation in the ledger. */
function ledgerReference({ id, attempt }: Claim, round: number): string {
  return `generation:${id}:${attempt}${round === 0 ? '' : `:${round}`}`;
}

/**
 * Reserves tokens for a round of a run and returns how many it may write at most. `round` is how many came before it, over
 * all runs.
 * @throws AppError `out-of-tokens`
 */
export async function reserveTokens(
  tx: Sql,
  request: Pick<RunSubject, 'userId' | 'model' | 'promptTokens'> & {
    maxTokens: number;
    spare?: number;
  },
  claim: Claim,
  round: number,
): Promise<number> {
  const { maxTokens } = await metering().reserve(tx, {
    userId: request.userId,
    reference: ledgerReference(claim, round),
    promptTokens: request.promptTokens,
    maxTokens: request.maxTokens,
    spare: request.spare,
    weight: weightOf(request.model),
    now: new Date(),
  });
  KILLABLE: killPoint('answer: tokens reserved, not committed');
  return maxTokens;
}

/** Charges a round of a run for `tokens` and returns how many were charged. */
export async function settleTokens(
  tx: Sql,
  { claim, userId, kind }: { claim: Claim; userId: UserScope; kind: string },
  round: number,
  tokens: number,
): Promise<number> {
  const reference = ledgerReference(claim, round);
  const { charged } = await metering().settle(tx, {
    ...{ userId, reference, tokens, kind },
    now: new Date(),
  });
  KILLABLE: killPoint('answer: settled, not committed');
  return charged;
}

/** Charges for what a tool call costs by itself. */
export async function chargeCall(
  tx: Sql,
  { userId, kind }: { userId: UserScope; kind: string },
  callId: string,
  tokens: number,
): Promise<void> {
  const reference = `tool:${callId}`;
  await metering().settle(tx, { userId, reference, tokens, kind, now: new Date() });
}

/** What one request to the provider brought. */
export interface Brought {
  model: string;
  /** As the provider reported it; null when it didn't. */
  usage: ChatUsage | null;
  /** The estimate, for a provider that doesn't report it. */
  promptTokens: number;
  /** What the model wrote. */
  text: string;
  /** What it thought. */
  thought: string;
}

/**
 * The weighted tokens that a round of a run costs. An empty text is free, whatever the provider reports: the round failed, or
 * was stopped before it began.
 */
export async function chargeFor(brought: Brought): Promise<number> {
  const { model, usage, promptTokens, text, thought } = brought;
  if (text === '') return 0;
  const weight = weightOf(model);
  const { weigh } = metering();
  if (usage) return weigh(usage, weight);
  return weigh({ promptTokens, completionTokens: await countTokens(thought + text) }, weight);
}
