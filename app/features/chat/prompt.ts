import { estimateTokens } from '~/lib/tokens/estimate';

import { systemText, type Grounds } from './system-text';

/** As the provider takes it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Sampling for answers, and the most that one may be long (spec §9). */
export const TEMPERATURE = 0.7;
export const MAX_TOKENS = 8_000;

/** What of a conversation is sent along; older messages are left out first. */
const HISTORY_TOKENS = 100_000;

const CONTINUE =
  'Your last answer broke off. Go on exactly where it stopped, without repeating anything and without any remark on it.';

/**
 * Builds what the model reads: who it is and what grounds its answer, as much of the conversation as fits, newest kept,
 * and the new message.
 */
export function buildPrompt(
  history: readonly PromptMessage[],
  grounds: Grounds,
): {
  messages: PromptMessage[];
  tokens: number;
} {
  const system = systemText(grounds);
  const kept: PromptMessage[] = [];
  let tokens = promptTokens(system);
  for (const message of history.toReversed()) {
    // An answer that failed before its first word says nothing to the model, and some providers refuse it.
    if (message.content === '') continue;
    const cost = promptTokens(message.content);
    if (kept.length > 0 && tokens + cost > HISTORY_TOKENS) break;
    kept.unshift(message);
    tokens += cost;
  }
  return { messages: [{ role: 'system', content: system }, ...kept], tokens };
}

/** The same for an answer that goes on: `history` ends with what there is of it. */
export function buildContinuation(
  history: readonly PromptMessage[],
  grounds: Grounds,
): {
  messages: PromptMessage[];
  tokens: number;
} {
  const last = history.at(-1);
  // Nothing to go on from: the question is simply asked again.
  if (last?.role === 'assistant' && last.content === '') {
    return buildPrompt(history.slice(0, -1), grounds);
  }
  return buildPrompt([...history, { role: 'user', content: CONTINUE }], grounds);
}

/** What a message of the prompt is reckoned at. */
export function promptTokens(content: string): number {
  return estimateTokens(content) + MESSAGE_TOKENS;
}

/** What the frame of a message costs beside its text, as providers reckon it. */
const MESSAGE_TOKENS = 4;
