export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** Images that belong to it, as `data:` addresses; for models that see. */
  pictures?: string[];
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  /** The most tokens the answer may have. */
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
  /** What the built-in demo says to it, which reads no prompt; unset: what it says to a question. */
  demo?: string;
}

/** Tokens as the provider counted them. */
export interface ChatUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ChatEnd {
  /** Null when the provider sent no usable numbers, and after an abort. */
  usage: ChatUsage | null;
  /** As the provider names it (`stop`, `length`, …), `aborted` after an abort, null when it named none. */
  finishReason: string | null;
}

export interface ChatText {
  text: string;
  usage: ChatUsage | null;
}

/** `unknown`: it answers, but does not tell whether it would write. */
export type AiCheck = 'works' | 'unknown';

/** Whatever answers: a server that speaks OpenAI's protocol, or the demo. */
export interface ChatProvider {
  /** See `streamChat`. */
  stream(request: ChatRequest, onText: (text: string) => void): Promise<ChatEnd>;
  /** See `completeChat`. */
  complete(request: ChatRequest): Promise<ChatText>;
  /** See the door's `warmUp`. */
  warmUp(): Promise<void>;
  /** See the door's `checkAi`. */
  check(signal: AbortSignal): Promise<AiCheck>;
}

/** No model reads or writes more in one request; a larger number is a mistake and must not be charged. */
const MAX_TOKENS = 100_000_000;

/** A provider's usage numbers, or null when they are not numbers of tokens. */
export function readUsage(value: unknown): ChatUsage | null {
  if (typeof value !== 'object' || value === null) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = value as Record<
    string,
    unknown
  >;
  return isCount(promptTokens) && isCount(completionTokens)
    ? { promptTokens, completionTokens }
    : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS;
}

/**
 * The text with what no UTF-8 and no PostgreSQL text can hold (lone surrogates, NUL) replaced by U+FFFD. Its length
 * stays the same.
 */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}
