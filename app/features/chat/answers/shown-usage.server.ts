import type { UsedTokens } from '~/engine/generation/index.server';
import { env } from '~/settings/env.server';

import type { AnswerUsage } from '../conversations/conversation';
import { modelName } from './model-names';

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
