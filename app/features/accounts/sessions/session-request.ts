import { noteSignedOut } from '~/engine/events';
import { toastError } from '~/ui/toast';

/** The session had ended: the person is being led to sign-in, and needs no other word. */
export class SignedOut extends Error {}

/** The server did not do it, and said what is the matter. */
export class RequestRefused extends Error {
  readonly status: number;
  /** Its JSON; null when it is none. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * What the server answers to a signed-in page. Rejects unless it was done; when the session has ended, the way to sign-in
 * begins here.
 */
export async function requestResponse(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status === 401) {
    noteSignedOut();
    throw new SignedOut();
  }
  if (!response.ok) {
    throw new RequestRefused(response.status, await response.json().catch(() => null));
  }
  return response;
}

/** The JSON that it answers. */
export async function requestJson(path: string, init?: RequestInit): Promise<unknown> {
  return (await requestResponse(path, init)).json();
}

/** `requestJson` with a JSON body. */
export function sendJson(method: string, path: string, body?: object): Promise<unknown> {
  return requestJson(path, jsonRequest(method, body));
}

export function jsonRequest(method: string, body?: object): RequestInit {
  return {
    method,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  };
}

/** Says that a request failed, by the text for it, unless the session's end was the reason. */
export function showFailure(error: unknown, text: string): void {
  if (!(error instanceof SignedOut)) toastError(text);
}

/** The server's own words for a refusal; `otherwise` where it had none. */
export function refusalText(error: unknown, otherwise: string): string {
  const body = error instanceof RequestRefused ? (error.body as { error?: unknown } | null) : null;
  return typeof body?.error === 'string' ? body.error : otherwise;
}
