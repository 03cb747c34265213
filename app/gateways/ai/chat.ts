import { type Fields, fieldsOf } from '~/lib/json';

import type { ToolCall, ToolSpec } from './tool-calls';
import { type ChatUsage, isCount } from './usage';

export interface ChatMessage {
  /** `tool`: what came of a call. */
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** The calls with which an assistant's message ended. */
  calls?: readonly ToolCall[];
  /** What the model thought before these calls, as its provider wants it back. */
  reasoning?: readonly unknown[];
  /** The call that a `tool` message answers. */
  callId?: string;
  /** The message's images, as `data:` addresses; for vision models. */
  images?: string[];
  /** The next request will begin the same way, up to the end of this message: worth keeping for a provider that can. */
  cache?: boolean;
}

export type Effort = 'low' | 'medium' | 'high';

/** The shape of an answer in JSON. */
export interface JsonFormat {
  /** Letters, digits, and hyphens. */
  name: string;
  /** A JSON Schema whose root is an object. */
  schema: Fields;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  /** The maximum tokens of the answer. */
  maxTokens: number;
  temperature: number;
  /** How hard it thinks before it answers; null or unset: as it does by itself. For models that take it. */
  effort?: Effort | null;
  signal: AbortSignal;
  /** Gets what the model thinks before it answers, if the provider sends it; possibly with half a surrogate pair. */
  onThought?: (text: string) => void;
  /** Asks for JSON of this shape. The answer still has to be checked: not every server keeps to it. */
  format?: JsonFormat;
  /** What it may ask to have done. A model that takes no tools answers without. */
  tools?: readonly ToolSpec[];
  /** It has to answer now, without another call. */
  mustAnswer?: boolean;
  /** The built-in demo's answer, because it reads no prompt; if unset, what it says to a question. */
  demo?: string;
}

export interface ChatEnd {
  /** Null if the provider sent no usable numbers, and after an abort. */
  usage: ChatUsage | null;
  /** The provider's name for it (`stop`, `length`, …), `aborted` after an abort, null if it named none. */
  finishReason: string | null;
  /** What it asks to have done before it goes on; missing for nothing. */
  calls?: ToolCall[];
  /** What it thought before these calls, as its provider wants it back; missing if it doesn't. */
  reasoning?: unknown[];
}

export interface ChatText {
  text: string;
  usage: ChatUsage | null;
}

export interface EmbedRequest {
  model: string;
  texts: readonly string[];
  signal: AbortSignal;
  /** The time for all attempts. */
  timeoutMs: number;
}

export interface TranscribeRequest {
  model: string;
  audio: Uint8Array<ArrayBuffer>;
  /** Its ending tells the provider what the audio is. */
  fileName: string;
  signal: AbortSignal;
  timeoutMs: number;
}

export interface Transcription {
  text: string;
  /** What the provider counted: the length of the audio, or tokens; null if neither. */
  usage: { seconds: number } | { tokens: number } | null;
}

/** `unknown`: it answers but doesn't say whether it would generate text. */
export type AiCheck = 'works' | 'unknown';

/** The source of answers: a server that speaks OpenAI's protocol, or the demo. */
export interface ChatProvider {
  /** See `streamChat`. */
  stream(request: ChatRequest, onText: (text: string) => void): Promise<ChatEnd>;
  /** See `completeChat`. */
  complete(request: ChatRequest): Promise<ChatText>;
  /** See `noteFormatIgnored` in index.server.ts. */
  noteFormatIgnored(model: string): void;
  /** See `embedTexts`. Missing where there are no embeddings. */
  embed?(request: EmbedRequest): Promise<number[][]>;
  /** See `transcribe` in index.server.ts. Missing where audio isn't understood. */
  transcribe?(request: TranscribeRequest): Promise<Transcription>;
  /** See `warmUp` in index.server.ts. */
  warmUp(): Promise<void>;
  /** See `checkAi` in index.server.ts. */
  check(signal: AbortSignal): Promise<AiCheck>;
}

/** No recording is longer. */
const MAX_SECONDS = 24 * 60 * 60;

/** What a transcription used; null if it has no valid numbers. */
export function readAudioUsage(value: unknown): Transcription['usage'] {
  const { type, seconds, total_tokens: tokens } = fieldsOf(value);
  if (type === 'duration') {
    const isLength = typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_SECONDS;
    return isLength ? { seconds } : null;
  }
  return isCount(tokens) ? { tokens } : null;
}
