import type { Estimate } from '~/features/billing';
import { getBalance, weighted } from '~/features/billing/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';

import type { BriefRequest } from './brief';
import { buildPrompt } from '../prompt/prompt.server';
import { ownGrounding, reckon, taskOf, wantedBy } from '../pieces/queue-pieces.server';

/**
 * What a brief is expected to cost: the very prompts, and texts at the upper end of what is asked for.
 * @throws AppError `not-found` for a profile that is not this user's.
 */
export async function estimateBrief(userId: string, brief: BriefRequest): Promise<Estimate> {
  const grounding = await ownGrounding(userId, brief);
  const weight = weightOf(defaultModel());
  const tokens = wantedBy(brief).reduce((sum, wanted) => {
    const task = taskOf(brief, grounding, wanted);
    const { promptTokens, leastTokens } = reckon(task, buildPrompt(task));
    return sum + weighted(promptTokens + leastTokens, weight);
  }, 0);
  const { metering, available } = await getBalance(userId, new Date());
  return { tokens, available: metering === 'off' ? null : available };
}
