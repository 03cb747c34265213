import { isObject } from '~/lib/json';

import type { Access } from '../../settings/providers.server';

import { decodeBase64, readOutput } from './fetch-output.server';
import {
  classify,
  connectionFailure,
  ProviderError,
  retryAfterOf,
  shortCode,
} from '../providers/provider-error';
import { providerFetch } from '../providers/provider-fetch.server';
import {
  type ImageProvider,
  type ImageResult,
  ON_ITS_OWN_CONNECTION,
  type ImageCallRequest,
} from './images';

const TIMEOUT_MS = 240_000;
/** Characters of an error's description. */
const MAX_ERROR = 100_000;

interface OpenRouterSettings extends Access {
  timeoutMs?: number;
}

/** OpenRouter's images endpoint. It refuses parameters that a model doesn't support, so only set ones are sent. */
export function openRouterImages(settings: OpenRouterSettings): ImageProvider {
  return {
    name: 'openrouter',
    async make(request) {
      const { signal } = request;
      const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS);
      try {
        const response = await providerFetch(settings.source)(
          `${settings.baseUrl.replace(/\/$/, '')}/images`,
          {
            method: 'POST',
            headers: {
              ...ON_ITS_OWN_CONNECTION,
              'Content-Type': 'application/json',
              ...(settings.apiKey && { Authorization: `Bearer ${settings.apiKey}` }),
            },
            body: JSON.stringify(bodyOf(request)),
            signal: AbortSignal.any([signal, deadline]),
          },
        );
        if (!response.ok) throw await refusalOf(response);
        return await readAnswer(await response.json(), signal);
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        if (signal.aborted) throw new ProviderError('aborted');
        if (deadline.aborted) throw new ProviderError('timed-out');
        if (error instanceof SyntaxError) throw new ProviderError('invalid-response');
        throw connectionFailure(error);
      }
    },
  };
}

function bodyOf(request: ImageCallRequest): object {
  const { model, prompt, width, height, seed, reference } = request;
  return {
    model,
    prompt,
    aspect_ratio: width === height ? '1:1' : width > height ? '3:2' : '2:3',
    ...(seed !== undefined && { seed }),
    ...(reference && {
      input_references: [
        {
          type: 'image_url',
          image_url: {
            url: `data:${reference.type};base64,${reference.bytes.toString('base64')}`,
          },
        },
      ],
    }),
  };
}

async function readAnswer(answer: unknown, signal: AbortSignal): Promise<ImageResult> {
  const data = isObject(answer) ? answer.data : undefined;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const { b64_json, url } = isObject(first) ? first : {};
  if (typeof b64_json === 'string' && b64_json !== '') return { bytes: decodeBase64(b64_json) };
  if (typeof url === 'string') return { bytes: await readOutput(url, signal) };
  throw new ProviderError('invalid-response');
}

async function refusalOf(response: Response): Promise<ProviderError> {
  const { status, headers } = response;
  const text = (await response.text()).slice(0, MAX_ERROR);
  const { code, type, message } = errorIn(text);
  return new ProviderError(classify({ status, code, type, message }), {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    detail: shortCode(code, type),
    retryAfter: retryAfterOf(headers.get('retry-after')),
  });
}

function errorIn(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) && isObject(answer.error) ? answer.error : {};
  } catch {
    // A proxy's page: only the status is known.
    return {};
  }
}
