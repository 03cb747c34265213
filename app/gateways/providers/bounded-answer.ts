import { ProviderError } from './provider-error';

/** An image of the largest size that is taken, in Base64, and some words around it. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * The same answer, which breaks off where it is longer than any that has a use. Whoever reads it whole would else keep in
 * memory whatever a provider sends.
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

/** `fetch`, with bounded answers. */
export async function fetchBounded(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  return boundedAnswer(await fetch(input, init));
}
