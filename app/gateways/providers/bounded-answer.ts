import { ProviderError } from './provider-error';

/** The largest image that is accepted, in Base64, and some text around it. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * The same answer, which fails when it's longer than any useful one. Otherwise reading it would keep in memory whatever
 * a provider sends.
 */
export function boundedAnswer(response: Response, mostBytes = MAX_ANSWER_BYTES): Response {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  let size = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength;
      if (size > mostBytes) controller.error(new ProviderError('output-too-large'));
      else controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/** `fetch` with bounded answers. */
export async function fetchBounded(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  return boundedAnswer(await fetch(input, init));
}
