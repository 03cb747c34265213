import { estimateTokens } from '~/lib/tokens/estimate';

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

const SYSTEM =
  'You are the assistant of Brandwright, where a small business keeps its brand, writes its marketing copy and makes ' +
  'its images and videos. Be useful, concrete and brief. Answer in the language of the question. Format with Markdown ' +
  'where it helps reading.';

const CONTINUE =
  'Your last answer broke off. Go on exactly where it stopped, without repeating anything and without any remark on it.';

/** Builds what the model reads: who it is, as much of the conversation as fits, newest kept, and the new message. */
export function buildPrompt(history: readonly PromptMessage[]): {
  messages: PromptMessage[];
  tokens: number;
} {
  const kept: PromptMessage[] = [];
  let tokens = estimateTokens(SYSTEM) + MESSAGE_TOKENS;
  for (const message of history.toReversed()) {
    // An answer that failed before its first word says nothing to the model, and some providers refuse it.
    if (message.content === '') continue;
    const cost = estimateTokens(message.content) + MESSAGE_TOKENS;
    if (kept.length > 0 && tokens + cost > HISTORY_TOKENS) break;
    kept.unshift(message);
    tokens += cost;
  }
  return { messages: [{ role: 'system', content: SYSTEM }, ...kept], tokens };
}

/** The same for an answer that goes on: `history` ends with what there is of it. */
export function buildContinuation(history: readonly PromptMessage[]): {
  messages: PromptMessage[];
  tokens: number;
} {
  const last = history.at(-1);
  // Nothing to go on from: the question is simply asked again.
  if (last?.role === 'assistant' && last.content === '') return buildPrompt(history.slice(0, -1));
  return buildPrompt([...history, { role: 'user', content: CONTINUE }]);
}

/** What the frame of a message costs beside its text, as providers reckon it. */
const MESSAGE_TOKENS = 4;
