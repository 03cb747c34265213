import type { OpenAI } from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';

import { fieldsOf, isObject } from '~/lib/json';
import { MINUTE_MS } from '~/lib/time';

import type { Access } from '../../settings/providers.server';

import { AiError, shortCode } from './ai-error';
import {
  type ChatProvider,
  type ChatRequest,
  type ChatText,
  type EmbedRequest,
  readAudioUsage,
  type TranscribeRequest,
  type Transcription,
} from './chat';
import { DIALECT_STEPS, Dialects } from './dialect';
import { fromErrorBody } from './event-stream';
import { ABORTED, readStream, type StreamDeadlines } from './read-stream.server';
import { replaceUnstorable } from './replace-unstorable';
import { withoutThinking } from './thinking';
import { type ToolCall, ToolCallReader } from './tool-calls';
import { readUsage } from './usage';
import { createFetch, eventStreamOf } from './wire.server';

export interface Deadlines extends StreamDeadlines {
  /** For one attempt to get an answer's headers. */
  headersMs: number;
  /** For all attempts and the pauses between them. */
  startMs: number;
  /** For an answer that isn't streamed, with all attempts. */
  completionMs: number;
}

const DEADLINES: Deadlines = {
  headersMs: 30_000,
  startMs: 65_000,
  firstByteMs: MINUTE_MS,
  idleMs: MINUTE_MS,
  completionMs: 120_000,
};

/** Requests are repeated only before the first byte, after growing, randomized pauses. */
const RETRIES = 2;

interface OpenAiSettings extends Access {
  deadlines?: Partial<Deadlines>;
}

/** Chat with any server that speaks OpenAI's protocol, through OpenAI's SDK. */
export function openAiProvider(settings: OpenAiSettings): ChatProvider {
  const deadlines = { ...DEADLINES, ...settings.deadlines };
  const dialects = new Dialects(settings.baseUrl);
  let loading: Promise<OpenAI> | undefined;
  const client = () => (loading ??= createClient(settings));

  /** Sends the request, and sends it again for each parameter that the server turns out not to support. */
  async function send<T>(
    request: ChatRequest,
    stream: boolean,
    call: (openai: OpenAI, body: ChatCompletionCreateParamsBase) => Promise<T>,
  ): Promise<T> {
    const openai = await client();
    for (let learnt = 0; ; learnt += 1) {
      try {
        return await call(openai, dialects.body(request, stream));
      } catch (error) {
        if (learnt === DIALECT_STEPS || !dialects.learn(request, error)) throw error;
      }
    }
  }

  return {
    async stream(request, onText) {
      if (request.signal.aborted) return ABORTED;
      const attempt = new Attempt(request.signal, deadlines.startMs);
      try {
        const response = await send(request, true, (openai, body) =>
          openai.chat.completions
            .create(body, {
              signal: attempt.signal,
              timeout: deadlines.headersMs,
              maxRetries: RETRIES,
            })
            .asResponse(),
        );
        const message = eventStreamOf(response);
        if (message) {
          attempt.started();
          const requestId = response.headers.get('x-request-id') ?? undefined;
          return await readStream(
            message,
            request.signal,
            deadlines,
            requestId,
            onText,
            request.onThought,
          );
        }
        const { text, usage, calls } = readCompletion(await readJson(response));
        onText(text);
        return { usage, finishReason: 'stop', ...(calls.length > 0 && { calls }) };
      } catch (error) {
        if (request.signal.aborted) return ABORTED;
        throw await toAiError(error, attempt.timedOut);
      } finally {
        attempt.end();
      }
    },

    async complete(request) {
      const attempt = new Attempt(request.signal, deadlines.completionMs);
      try {
        const response = await send(request, false, (openai, body) =>
          openai.chat.completions
            .create(body, {
              signal: attempt.signal,
              timeout: deadlines.completionMs,
              maxRetries: RETRIES,
            })
            .asResponse(),
        );
        const { text, usage } = readCompletion(await readJson(response));
        return { text, usage };
      } catch (error) {
        if (request.signal.aborted) throw stopped(request.signal);
        throw await toAiError(error, attempt.timedOut);
      } finally {
        attempt.end();
      }
    },

    noteFormatIgnored: (model) => dialects.noteFormatIgnored(model),

    async embed({ model, texts, signal, timeoutMs }: EmbedRequest) {
      const attempt = new Attempt(signal, timeoutMs);
      try {
        const openai = await client();
        const response = await openai.embeddings
          .create(
            // Not every server can encode them in Base64, which the SDK would ask for.
            { model, input: [...texts], encoding_format: 'float' },
            { signal: attempt.signal, timeout: timeoutMs, maxRetries: RETRIES },
          )
          .asResponse();
        return readEmbeddings(await readJson(response), texts.length);
      } catch (error) {
        if (signal.aborted) throw stopped(signal);
        throw await toAiError(error, attempt.timedOut);
      } finally {
        attempt.end();
      }
    },

    async transcribe({ model, audio, fileName, signal, timeoutMs }: TranscribeRequest) {
      const attempt = new Attempt(signal, timeoutMs);
      try {
        const form = new FormData();
        form.append('model', model);
        form.append('response_format', 'json');
        form.append('file', new File([audio], fileName));
        // Encoded here, since the HTTP client under the SDK takes bytes.
        const encoded = new Response(form);
        const headers = { 'Content-Type': encoded.headers.get('content-type') };
        const body = new Uint8Array(await encoded.arrayBuffer());
        const openai = await client();
        const response = await openai
          .post('/audio/transcriptions', {
            // The person has the recording and decides about another attempt, which may be billed.
            ...{ body, headers, maxRetries: 0 },
            signal: attempt.signal,
            timeout: timeoutMs,
          })
          .asResponse();
        return readTranscription(await readJson(response));
      } catch (error) {
        if (signal.aborted) throw stopped(signal);
        throw await toAiError(error, attempt.timedOut);
      } finally {
        attempt.end();
      }
    },

    async warmUp() {
      await client();
    },

    async check(signal) {
      const openai = await client();
      // OpenRouter lists its models for anyone.
      const path = new URL(settings.baseUrl).hostname === 'openrouter.ai' ? '/key' : '/models';
      try {
        const response = await openai
          .get(path, { signal, timeout: deadlines.headersMs, maxRetries: 0 })
          .asResponse();
        await readJson(response);
        return 'works';
      } catch (error) {
        const failure = await toAiError(error, signal.aborted);
        // Not every server has such a list.
        if (failure instanceof AiError && [404, 405, 501].includes(failure.status ?? 0)) {
          return 'unknown';
        }
        throw failure;
      }
    },
  };
}

/** The SDK is loaded at first use, because it takes as long as a third of the server's start. */
async function createClient({ source, baseUrl, apiKey }: OpenAiSettings): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    defaultHeaders: apiKey ? {} : { Authorization: null },
    // Set explicitly, or the SDK would read them from the environment; its log would print messages.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
    fetch: refusingLongWaits(createFetch({ isGuarded: source === 'admin' })),
  });
}

/** No one waits longer at a screen: from here on, an error that the service is busy is better. */
const MAX_RETRY_AFTER_S = 10;

/** Sets the header by which the SDK ignores a server's request for a long wait. */
function refusingLongWaits(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    // A few servers send a date instead of a number; it counts as a long wait.
    if (!(seconds <= MAX_RETRY_AFTER_S)) response.headers.set('x-should-retry', 'false');
    return response;
  };
}

/** The caller's signal and a deadline in one, until the answer begins. */
class Attempt {
  timedOut = false;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#controller.abort();

  constructor(caller: AbortSignal, deadlineMs: number) {
    this.#caller = caller;
    if (caller.aborted) this.#abort();
    caller.addEventListener('abort', this.#abort, { once: true });
    this.#timer = setTimeout(() => {
      this.timedOut = true;
      this.#abort();
    }, deadlineMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From here on, the stream's own timeouts apply. */
  started(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#abort);
  }
}

/** The body of an answer that isn't a stream. */
async function readJson(response: Response): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new AiError('broken-off', { requestId, detail: networkCode(cause) });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = (cause as Error).name;
    throw new AiError('invalid-response', { status: response.status, requestId, detail });
  }
}

function readCompletion(body: unknown): ChatText & { calls: ToolCall[] } {
  const { error, choices, usage } = isObject(body) ? body : {};
  if (error) throw fromErrorBody(error);
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw new AiError('invalid-response');
  if (choice.finish_reason === 'content_filter') throw new AiError('filtered');
  const { content, tool_calls: asked } = fieldsOf(choice.message);
  const reader = new ToolCallReader();
  reader.take(asked);
  const { calls } = reader;
  // A model may answer with nothing, and then the content is null, or missing beside calls.
  const written = content ?? (content === null || calls.length > 0 ? '' : undefined);
  if (typeof written !== 'string') throw new AiError('invalid-response');
  const text = replaceUnstorable(withoutThinking(written));
  return { text, usage: readUsage(usage), calls };
}

function readTranscription(body: unknown): Transcription {
  const { error, text, usage } = isObject(body) ? body : {};
  if (error) throw fromErrorBody(error);
  if (typeof text !== 'string') throw new AiError('invalid-response');
  return { text: replaceUnstorable(text), usage: readAudioUsage(usage) };
}

/** More dimensions than any model has. */
const MAX_DIMENSIONS = 8_192;

/** In the order of the texts, all of one length. */
function readEmbeddings(body: unknown, count: number): number[][] {
  const { error, data } = isObject(body) ? body : {};
  if (error) throw fromErrorBody(error);
  const found: number[][] = [];
  for (const one of Array.isArray(data) ? (data as unknown[]) : []) {
    const { index, embedding } = isObject(one) ? one : {};
    if (typeof index !== 'number' || !isVector(embedding)) throw new AiError('invalid-response');
    found[index] = embedding;
  }
  const [first] = found;
  const isWhole =
    first !== undefined &&
    found.length === count &&
    Array.from(found).every((vector) => vector?.length === first.length);
  if (!isWhole) throw new AiError('invalid-response');
  return found;
}

function isVector(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_DIMENSIONS &&
    value.every((number) => Number.isFinite(number))
  );
}

function stopped(signal: AbortSignal): AiError {
  const timeout = (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
  return new AiError(timeout ? 'timed-out' : 'aborted');
}

async function toAiError(error: unknown, timedOut: boolean): Promise<unknown> {
  if (timedOut) return new AiError('timed-out');
  if (error instanceof AiError) return error;
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (error instanceof APIConnectionTimeoutError) return new AiError('timed-out');
  if (error instanceof APIConnectionError) {
    return new AiError('unreachable', { detail: networkCode(error) });
  }
  if (error instanceof APIError) {
    const { status, requestID, code, type } = error;
    return fromErrorBody(
      error.error ?? { code, type },
      status as number | undefined,
      requestID ?? undefined,
    );
  }
  return error;
}

/** The errno code at the end of a chain of causes. */
function networkCode(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return shortCode(code) ?? (cause instanceof Error ? networkCode(cause) : undefined);
}
