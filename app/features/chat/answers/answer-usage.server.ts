import type { AnswerUsage } from '../conversations/conversation';
import { modelName } from './model-names';

/** Nothing to show of an answer that used nothing, as of one that was imported or copied. */
export function shownUsage(used: {
  usedTokens: number | null;
  model: string | null;
}): AnswerUsage | null {
  if (!used.usedTokens || used.model === null) return null;
  return { tokens: used.usedTokens, model: modelName(used.model) };
}
