import type { UsedTokens } from '~/engine/generation/index.server';
import { contextOf } from '~/gateways/ai/index.server';
import { env } from '~/settings/env.server';

import type { AnswerContext, AnswerUsage } from '../conversations/conversation';
import { modelName } from './model-names';
import { roomIn } from './prompt';

/** Null for an answer that wasn't generated here. */
export function shownContext({
  model,
  promptTokens,
  contextFrom,
  leftOut,
}: Pick<UsedTokens, 'model' | 'promptTokens' | 'contextFrom' | 'leftOut'>): AnswerContext | null {
  if (model === null) return null;
  const share = (promptTokens ?? 0) / roomIn(contextOf(model)).prompt;
  return {
    percent: Math.min(100, Math.ceil(share * 100)),
    from: contextFrom,
    leftOut: leftOut ?? 0,
  };
}

/** Null for an answer that used nothing, such as an imported or duplicated one. */
export function shownUsage(used: UsedTokens): AnswerUsage | null {
  if (!used.usedTokens || used.model === null) return null;
  const { readTokens, writtenTokens } = used;
  return {
    tokens: used.usedTokens,
    model: modelName(used.model),
    thoughtMs: used.thoughtMs ?? 0,
    reported:
      readTokens || writtenTokens
        ? {
            read: readTokens ?? 0,
            written: writtenTokens ?? 0,
            cached: used.cachedTokens ?? 0,
            cacheWritten: used.cacheWriteTokens ?? 0,
            reasoning: used.reasoningTokens ?? 0,
            audio: used.audioTokens ?? 0,
            // Customers pay the host's price, and what the host pays is none of their business.
            cost: env().METERING === 'billing' ? null : used.providerCost,
          }
        : null,
  };
}
