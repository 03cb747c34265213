import { env } from '../../settings/env.server';
import { chatAccess, type Access } from '../../settings/providers.server';
import { log } from '../../lib/log.server';
import { madeFor, singleton } from '../../lib/singleton.server';
import { AiError } from './ai-error';
import type {
  AiCheck,
  ChatEnd,
  ChatProvider,
  ChatRequest,
  ChatText,
  EmbedRequest,
  TranscribeRequest,
  Transcription,
} from './chat';
import { demoProvider } from './demo.server';
import { openAiProvider } from './openai.server';

export { AiError, type AiErrorCode } from './ai-error';
export type {
  AiCheck,
  ChatEnd,
  ChatMessage,
  ChatRequest,
  ChatText,
  Effort,
  JsonFormat,
  Transcription,
} from './chat';
export { addUsage, type ChatUsage, NO_PARTS } from './usage';
export { replaceUnstorable } from './replace-unstorable';
export type { ToolCall, ToolSpec } from './tool-calls';
export {
  contextOf,
  defaultModel,
  models,
  hasVision,
  isKnownToSee,
  takesTools,
  weightOf,
  type Model,
} from './models.server';

/** True if no provider is set, by the environment or by an admin, and the built-in demo answers instead. */
export function isDemo(): boolean {
  return chatAccess() === null;
}

/** The provider in force. An answer keeps the one that it began with. */
function provider(): ChatProvider {
  const access = chatAccess();
  return access
    ? madeFor('ai-provider', access, openAiProvider)
    : singleton('ai-demo', () =>
        demoProvider({ paceMs: env().NODE_ENV === 'test' ? 0 : undefined }),
      );
}

/**
 * Streams an answer. `onText` gets each chunk as it arrives (chunks of one network read joined), never with half a
 * surrogate pair or a NUL. Resolves at the end; after an abort at once, with finishReason `aborted`.
 * @throws AiError, logged; chunks that came before it are valid.
 */
export async function streamChat(
  request: ChatRequest,
  onText: (text: string) => void,
): Promise<ChatEnd> {
  try {
    return await provider().stream(request, onText);
  } catch (error) {
    logFailure(error, request.model);
    throw error;
  }
}

/**
 * A complete answer, not streamed (titles, help).
 * @throws AiError, also after an abort; logged.
 */
export async function completeChat(request: ChatRequest): Promise<ChatText> {
  try {
    return await provider().complete(request);
  } catch (error) {
    logFailure(error, request.model);
    throw error;
  }
}

/**
 * Notes that a model answered in another form than the `format` it was asked for: from now on, while the process lives, the
 * form is described in the prompt instead.
 */
export function noteFormatIgnored(model: string): void {
  provider().noteFormatIgnored(model);
}

/** The model that embeds; null if none is set, or no provider. */
export function embeddingModel(): string | null {
  return isDemo() ? null : (env().EMBEDDING_MODEL ?? null);
}

/**
 * What texts are about, each as a direction in a space of the model.
 * @throws AiError, also after an abort; logged.
 */
export async function embedTexts(request: EmbedRequest): Promise<number[][]> {
  try {
    const { embed } = provider();
    if (!embed) throw new AiError('unreachable');
    return await embed(request);
  } catch (error) {
    logFailure(error, request.model);
    throw error;
  }
}

/** The model that turns recordings into text; null if none is set, or no provider. */
export function transcriptionModel(): string | null {
  return isDemo() ? null : (env().TRANSCRIPTION_MODEL ?? null);
}

/**
 * The words in a recording. Asks once.
 * @throws AiError, also after an abort; logged.
 */
export async function transcribe(request: TranscribeRequest): Promise<Transcription> {
  try {
    const { transcribe: ask } = provider();
    if (!ask) throw new AiError('unreachable');
    return await ask(request);
  } catch (error) {
    logFailure(error, request.model);
    throw error;
  }
}

/** Loads what the first answer needs, so that it doesn't wait. Call it once the server is listening. */
export async function warmUp(): Promise<void> {
  await provider().warmUp();
}

/**
 * Checks, without causing costs, whether the provider is available and accepts the key.
 * @throws AiError
 */
export function checkAi(signal: AbortSignal): Promise<AiCheck> {
  return provider().check(signal);
}

/**
 * Asks the provider of an admin who hasn't saved it yet for a complete answer.
 * @throws AiError, logged
 */
export async function tryChat(access: Access, request: ChatRequest): Promise<ChatText> {
  try {
    return await openAiProvider(access).complete(request);
  } catch (error) {
    logFailure(error, request.model);
    throw error;
  }
}

function logFailure(error: unknown, model: string): void {
  if (!(error instanceof AiError) || error.code === 'aborted') return;
  const { code, status, requestId, detail } = error;
  log.warn({ code, status, requestId, detail, model }, 'AI request failed');
}
