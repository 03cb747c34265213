import { estimateTokens } from '~/lib/tokens/estimate';

import { systemText, type Grounds } from './system-text';

/** As the provider takes it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  pictures?: string[];
}

/** A message as it was said, with what was read from the files that came with it. */
export interface SaidToModel extends PromptMessage {
  context?: string;
}

/** The sampling and the longest length of answers (docs/product.md, Answers). */
export const TEMPERATURE = 0.7;
export const MAX_TOKENS = 8_000;

/** What of a conversation is sent along; older messages are left out first. */
const HISTORY_TOKENS = 100_000;

const CONTINUE =
  'Your last answer broke off. Go on exactly where it stopped, without repeating anything and without any remark on it.';

/** Files are what someone else may have written: the model is told where they begin and end. */
function withContext({ content, context }: SaidToModel): string {
  if (!context) return content;
  return `<attached_files>\n${context}\n</attached_files>\n\n${content}`;
}

/**
 * Builds what the model reads: who it is and what grounds its answer, as much of the conversation as fits, newest kept,
 * and the new message.
 */
export function buildPrompt(
  history: readonly SaidToModel[],
  grounds: Grounds,
): {
  messages: PromptMessage[];
  tokens: number;
} {
  const system = systemText(grounds);
  const kept: PromptMessage[] = [];
  let tokens = promptTokens(system);
  for (const message of history.toReversed()) {
    const { role } = message;
    const content = withContext(message);
    // An answer that failed before its first word says nothing to the model, and some providers refuse it.
    if (content === '') continue;
    const images = message.pictures ?? [];
    const cost = promptTokens(content) + images.length * IMAGE_TOKENS;
    if (kept.length > 0 && tokens + cost > HISTORY_TOKENS) break;
    kept.unshift({ role, content, ...(images.length > 0 && { pictures: images }) });
    tokens += cost;
  }
  return { messages: [{ role: 'system', content: system }, ...kept], tokens };
}

/** The same for an answer that goes on: `history` ends with what there is of it. */
export function buildContinuation(
  history: readonly SaidToModel[],
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
  const before = last ? [...history.slice(0, -1), { ...last, content: endOf(last.content) }] : [];
  return buildPrompt([...before, { role: 'user', content: CONTINUE }], grounds);
}

/** What a message of the prompt is reckoned at. */
export function promptTokens(content: string): number {
  return estimateTokens(content) + MESSAGE_TOKENS;
}

/** Of an answer that goes on, the model needs the end: all of a very long one would not fit, and be left out. */
const MAX_END = 100_000;

function endOf(text: string): string {
  // Half a character at the cut is left out with it.
  return text.length <= MAX_END ? text : text.slice(-MAX_END).replace(/^[\udc00-\udfff]/, '');
}

/** About what an image of the largest size that is sent costs with most providers. */
const IMAGE_TOKENS = 1_500;

/** What the frame of a message costs beside its text, as providers reckon it. */
const MESSAGE_TOKENS = 4;
