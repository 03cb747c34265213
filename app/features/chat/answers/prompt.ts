import { estimateTokens } from '~/lib/tokens/estimate';

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

/** What an answer rests on beside the conversation itself. */
export interface Grounds {
  /** What the person tells the model for the whole conversation; may be empty. */
  systemPrompt: string;
  /** What the model is told of the person's brand; null: nothing. */
  grounding: string | null;
}

const PRODUCT =
  'You are the assistant of Brandwright, where a small business keeps its brand, writes its marketing copy and makes ' +
  'its images and videos. Be useful, concrete and brief. Answer in the language of the question. Format with Markdown ' +
  'where it helps reading.';

const INSTRUCTIONS = [
  '# Instructions for this conversation',
  'The person you work for wrote what follows, up to the end, for all of your answers here. Where it differs from what ' +
    'stands above, it counts.',
].join('\n\n');

/** The most of what is told of a brand, in UTF-16 units: quoting makes many short lines longer. */
const MAX_GROUNDING = 20_000;

/**
 * The first message of every prompt: the product's own words, then the brand, then the person's instructions. Theirs
 * are last, so that nothing in them can pose as the end of them.
 */
export function systemText({ systemPrompt, grounding }: Grounds): string {
  const parts = [PRODUCT];
  if (grounding !== null && grounding.trim() !== '') parts.push(capped(grounding.trim()));
  if (systemPrompt.trim() !== '') parts.push(`${INSTRUCTIONS}\n\n${systemPrompt.trim()}`);
  return parts.join('\n\n');
}

function capped(text: string): string {
  if (text.length <= MAX_GROUNDING) return text;
  // Whole lines: half a quoted one could lose its mark.
  const end = text.lastIndexOf('\n', MAX_GROUNDING);
  return `${text.slice(0, end > 0 ? end : MAX_GROUNDING).toWellFormed()}\n> [shortened]`;
}
