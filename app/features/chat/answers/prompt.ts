import type { RunContext } from '~/engine/generation/index.server';
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
  /** Missing for what only the prompt says. */
  id?: string;
  context?: string;
  /** For an answer: the message with which its own prompt began; null for the first one of the conversation. */
  contextFrom?: string | null;
}

/** The sampling and the longest length of answers (docs/product.md, Answers). */
export const TEMPERATURE = 0.7;
const MAX_TOKENS = 8_000;

/** What is sent at most to a model of which it isn't known how much it reads. */
const PROMPT_TOKENS = 100_000;

/** Our count of a prompt may be short by so much. */
const MISCOUNT = 0.1;

/** How many tokens a prompt and its answer may have. */
export interface Room {
  prompt: number;
  answer: number;
}

/** The room in a model that reads and writes `context` tokens at most; null if that isn't known. */
export function roomIn(context: number | null): Room {
  if (context === null) return { prompt: PROMPT_TOKENS, answer: MAX_TOKENS };
  const answer = Math.min(MAX_TOKENS, Math.floor(context / 4));
  return { prompt: Math.floor((context - answer) * (1 - MISCOUNT)), answer };
}

/**
 * Once a conversation has outgrown its room, so much of the room is used by what is kept of it: then the next prompts can begin
 * with the same message for a while, and are found in caches.
 */
const KEPT = 0.6;

const CONTINUE =
  'Your last answer was cut off. Continue exactly where it stopped, without repeating anything or commenting on it.';

/** Marks where files begin and end, because someone else may have written them. */
function withContext({
  content,
  context,
}: Pick<MessageWithContext, 'content' | 'context'>): string {
  if (!context) return content;
  return `<attached_files>\n${context}\n</attached_files>\n\n${content}`;
}

/** What is sent to the model. */
export interface Prompt {
  messages: PromptMessage[];
  /** About how many tokens that is. */
  tokens: number;
  /** The first message of the conversation in it, and how many before that didn't fit; null for none. */
  context: RunContext;
}

/**
 * Builds the prompt: the product's text, the grounding of the answer, as much of the conversation as fits, and the new
 * message. What is the same for the next question comes first, because providers cache by the beginning.
 */
export function buildPrompt(
  history: readonly MessageWithContext[],
  grounds: Grounds,
  room: Room = roomIn(null),
): Prompt {
  return promptAbout(history.length - 1, history, grounds, room);
}

function promptAbout(
  question: number,
  history: readonly MessageWithContext[],
  grounds: Grounds,
  room: Room,
): Prompt {
  const { passages = '' } = grounds;
  const system = { role: 'system' as const, content: systemText(grounds), cache: true };
  const used = promptTokens(system.content);
  const left = room.prompt - used;
  // From the newest on, and no further than what can be sent: a conversation may have millions of words.
  const written: Written[] = [];
  let tokens = 0;
  for (let at = history.length - 1; at >= 0 && (at >= question || tokens <= left); at -= 1) {
    const { role, images = [], ...message } = history[at]!;
    const own = withContext(message);
    const content = at === question && passages !== '' ? `${passages}\n\n${own}` : own;
    if (content !== '') tokens += promptTokens(content) + images.length * IMAGE_TOKENS;
    written.push({ at, role, content, images, tokens });
  }
  const from = beginningOf(history, written, { question, left });
  // An answer that failed before its first word tells the model nothing, and some providers refuse an empty message.
  const sent = written.filter(({ at, content }) => at >= from && content !== '').reverse();
  // The question itself comes again without its passages.
  const cached = sent.findLast(({ at }) => at < question);
  return {
    messages: [
      system,
      ...sent.map(({ at, role, content, images }) => ({
        ...{ role, content },
        ...(images.length > 0 && { images }),
        ...(at === cached?.at && { cache: true }),
      })),
    ],
    tokens: used + (sent[0]?.tokens ?? 0),
    context: { from: from === 0 ? null : (history[from]?.id ?? null), leftOut: from },
  };
}

/** A message of the history as the prompt would have it. */
interface Written extends Required<Pick<PromptMessage, 'role' | 'content' | 'images'>> {
  /** Its place in the history. */
  at: number;
  /** Its tokens and those of everything after it. */
  tokens: number;
}

/**
 * The place in the history where its prompt begins: the first one if everything fits, else where the prompt before began, else
 * with a question from which on little enough is left. The question that is answered is always sent.
 */
function beginningOf(
  history: readonly MessageWithContext[],
  written: readonly Written[],
  { question, left }: { question: number; left: number },
): number {
  const fitting = written.filter(({ tokens }) => tokens <= left);
  const oldest = fitting.at(-1)?.at ?? question;
  if (oldest === 0) return 0;
  const last = history.findLast(({ role }) => role === 'assistant')?.contextFrom ?? null;
  const before = fitting.find(({ at }) => last !== null && history[at]?.id === last);
  if (before && before.at <= question) return before.at;
  const found = fitting.findLast(({ role, tokens }) => role === 'user' && tokens <= left * KEPT);
  return Math.min(found?.at ?? question, question);
}

/** Like `buildPrompt`, for continuing an answer: `history` ends with its text so far. */
export function buildContinuation(
  history: readonly MessageWithContext[],
  grounds: Grounds,
  room: Room = roomIn(null),
): Prompt {
  const last = history.at(-1);
  // There is no text to continue, so the question is sent again.
  if (last?.role === 'assistant' && last.content === '') {
    return buildPrompt(history.slice(0, -1), grounds, room);
  }
  const before = last ? [...history.slice(0, -1), { ...last, content: endOf(last.content) }] : [];
  const asked = before.findLastIndex(({ role }) => role === 'user');
  const question = asked === -1 ? before.length : asked;
  return promptAbout(question, [...before, { role: 'user', content: CONTINUE }], grounds, room);
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
