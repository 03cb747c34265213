import type { OpenAI } from 'openai';

import { isObject } from '~/lib/json';

import type { Access } from '../../settings/providers.server';

import { decodeBase64, readOutput } from './fetch-output.server';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
  type FailureDetails,
} from '../providers/provider-error';
import { providerFetch } from '../providers/provider-fetch.server';
import {
  type ImageProvider,
  type ImageResult,
  ON_ITS_OWN_CONNECTION,
  type ImageCallRequest,
} from './images';

/** The slowest models take two minutes for a large image. */
const TIMEOUT_MS = 240_000;

interface OpenAiSettings extends Access {
  timeoutMs?: number;
}

/** OpenAI's images API, or any server that speaks it, through OpenAI's SDK. */
export function openAiImages(settings: OpenAiSettings): ImageProvider {
  let loading: Promise<OpenAI> | undefined;
  const client = () => (loading ??= createClient(settings));
  return {
    name: 'openai',
    async make(request) {
      const openai = await client();
      const size = `${request.width}x${request.height}`;
      const { model, prompt, reference, signal, key } = request;
      const options = { signal, headers: { 'Idempotency-Key': key } };
      try {
        const answer = reference
          ? await openai.images.edit(
              { model, prompt, size, n: 1, image: fileOf(reference) },
              options,
            )
          : await openai.images.generate({ model, prompt, size, n: 1 }, options);
        return await readAnswer(answer, request);
      } catch (error) {
        throw await toProviderError(error, signal);
      }
    },
  };
}

/** The SDK is loaded on first use. It never repeats a request by itself: an interrupted one may have been billed. */
async function createClient({
  source,
  baseUrl,
  apiKey,
  timeoutMs,
}: OpenAiSettings): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    defaultHeaders: { ...ON_ITS_OWN_CONNECTION, ...(!apiKey && { Authorization: null }) },
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: providerFetch(source),
    timeout: timeoutMs ?? TIMEOUT_MS,
  });
}

function fileOf({ bytes, type }: NonNullable<ImageCallRequest['reference']>): File {
  return new File([new Uint8Array(bytes)], `reference.${type.split('/')[1]}`, { type });
}

async function readAnswer(answer: unknown, { signal }: ImageCallRequest): Promise<ImageResult> {
  const data = isObject(answer) ? answer.data : undefined;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const { b64_json, url, revised_prompt } = isObject(first) ? first : {};
  const about = typeof revised_prompt === 'string' ? { revisedPrompt: revised_prompt } : {};
  if (typeof b64_json === 'string' && b64_json !== '') {
    return { bytes: decodeBase64(b64_json), ...about };
  }
  if (typeof url === 'string') return { bytes: await readOutput(url, signal), ...about };
  throw new ProviderError('invalid-response');
}

async function toProviderError(error: unknown, signal: AbortSignal): Promise<ProviderError> {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('aborted');
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (error instanceof APIConnectionTimeoutError) return new ProviderError('timed-out');
  if (error instanceof APIConnectionError) return connectionFailure(error);
  if (error instanceof APIError) {
    const { code, type, message } = error as { code?: unknown; type?: unknown; message: string };
    const status = error.status as number | undefined;
    const headers = error.headers as Headers | undefined;
    const failure: FailureDetails = {
      status,
      requestId: headers?.get('x-request-id') ?? undefined,
      detail: shortCode(code, type),
      retryAfter: retryAfterOf(headers?.get('retry-after')),
    };
    return new ProviderError(classify({ status, code, type, message }), failure);
  }
  // The answer wasn't JSON.
  if (error instanceof SyntaxError) return new ProviderError('invalid-response');
  return connectionFailure(error);
}
