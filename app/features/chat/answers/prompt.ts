import { estimateTokens } from '~/lib/tokens/estimate';

/** A message in the form that providers accept. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  images?: string[];
  /** The next request will begin the same way, up to the end of this message. */
  cache?: boolean;
}

/** A message as it was written, with the text of its files. */
export interface MessageWithContext extends PromptMessage {
  context?: string;
}

/** The sampling and the longest length of answers (docs/product.md, Answers). */
export const TEMPERATURE = 0.7;
export const MAX_TOKENS = 8_000;

/** The most that is sent of a conversation; older messages are left out first. */
const HISTORY_TOKENS = 100_000;

const CONTINUE =
  'Your last answer was cut off. Continue exactly where it stopped, without repeating anything or commenting on it.';

/** Marks where files begin and end, because someone else may have written them. */
function withContext({ content, context }: MessageWithContext): string {
  if (!context) return content;
  return `<attached_files>\n${context}\n</attached_files>\n\n${content}`;
}

/** What is sent to the model. */
export interface Prompt {
  messages: PromptMessage[];
  /** About how many tokens that is. */
  tokens: number;
}

/**
 * Builds the prompt: the product's text, the grounding of the answer, as many of the newest messages as fit, and the new
 * message. What is the same for the next question comes first, because providers cache by the beginning.
 */
export function buildPrompt(history: readonly MessageWithContext[], grounds: Grounds): Prompt {
  return promptAbout(history.length - 1, history, grounds);
}

function promptAbout(
  question: number,
  history: readonly MessageWithContext[],
  grounds: Grounds,
): Prompt {
  const { passages = '' } = grounds;
  const system = { role: 'system' as const, content: systemText(grounds), cache: true };
  const newest: PromptMessage[] = [];
  let tokens = promptTokens(system.content);
  let isMarked = false;
  for (const [at, message] of [...history.entries()].toReversed()) {
    const { role } = message;
    const own = withContext(message);
    const content = at === question && passages !== '' ? `${passages}\n\n${own}` : own;
    // An answer that failed before its first word tells the model nothing, and some providers refuse an empty message.
    if (content === '') continue;
    const images = message.images ?? [];
    const cost = promptTokens(content) + images.length * IMAGE_TOKENS;
    if (newest.length > 0 && tokens + cost > HISTORY_TOKENS) break;
    // The question itself comes again without its passages.
    const isLast: boolean = at < question && !isMarked;
    newest.unshift({
      ...{ role, content },
      ...(images.length > 0 && { images }),
      ...(isLast && { cache: true }),
    });
    isMarked ||= isLast;
    tokens += cost;
  }
  return { messages: [system, ...newest], tokens };
}

/** Like `buildPrompt`, for continuing an answer: `history` ends with its text so far. */
export function buildContinuation(
  history: readonly MessageWithContext[],
  grounds: Grounds,
): Prompt {
  const last = history.at(-1);
  // There is no text to continue, so the question is sent again.
  if (last?.role === 'assistant' && last.content === '') {
    return buildPrompt(history.slice(0, -1), grounds);
  }
  const before = last ? [...history.slice(0, -1), { ...last, content: endOf(last.content) }] : [];
  const asked = before.findLastIndex(({ role }) => role === 'user');
  const question = asked === -1 ? before.length : asked;
  return promptAbout(question, [...before, { role: 'user', content: CONTINUE }], grounds);
}

/** The estimate for one message of the prompt. */
export function promptTokens(content: string): number {
  return estimateTokens(content) + MESSAGE_TOKENS;
}

/** To continue an answer, the model needs its end; all of a very long one wouldn't fit and would be left out. */
const MAX_END = 100_000;

function endOf(text: string): string {
  // A surrogate that the cut separated from its pair is dropped.
  return text.length <= MAX_END ? text : text.slice(-MAX_END).replace(/^[\udc00-\udfff]/, '');
}

/** Roughly what an image of the largest size costs with most providers. */
const IMAGE_TOKENS = 1_500;

/** What providers count for a message in addition to its text. */
const MESSAGE_TOKENS = 4;

/** What grounds an answer in addition to the conversation itself. */
export interface Grounds {
  /** The person's instructions for the whole conversation; may be empty. */
  systemPrompt: string;
  /** What the model reads about the person's brand; null: nothing. */
  grounding: string | null;
  /** What it reads of the person's documents, or how to read their passages; may be empty. Each of their lines is quoted. */
  sources?: string;
  /** The passages that go with the question itself; may be empty. */
  passages?: string;
}

const PRODUCT =
  'You are the assistant in Brandwright, where a small business keeps its brand, writes its marketing copy, and ' +
  'creates its images and videos. Be useful, specific, and brief. Answer in the language of the question. Use Markdown ' +
  'where it makes the answer easier to read.';

const INSTRUCTIONS = [
  '# Instructions for this conversation',
  'The person you work for wrote everything below, for all of your answers here. Where it conflicts with anything ' +
    'above, follow this.',
].join('\n\n');

/**
 * The longest brand text, in UTF-16 units: quoting doubles the length of the shortest lines, and the voice rules at the end
 * must not be what is cut off.
 */
const MAX_GROUNDING = 30_000;

/**
 * The first message of every prompt: the product's text, then the brand and the documents, then the person's instructions,
 * which are last so that nothing in them can pose as their end.
 */
export function systemText({ systemPrompt, grounding, sources }: Grounds): string {
  const parts = [PRODUCT];
  if (grounding !== null && grounding.trim() !== '') parts.push(capped(grounding.trim()));
  if (sources) parts.push(sources);
  if (systemPrompt.trim() !== '') parts.push(`${INSTRUCTIONS}\n\n${systemPrompt.trim()}`);
  return parts.join('\n\n');
}

function capped(text: string): string {
  if (text.length <= MAX_GROUNDING) return text;
  // Whole lines, because a part of a quoted one could lose its quote mark.
  const end = text.lastIndexOf('\n', MAX_GROUNDING);
  return `${text.slice(0, end > 0 ? end : MAX_GROUNDING).toWellFormed()}\n> [shortened]`;
}
