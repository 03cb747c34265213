import { noteSignedOut } from '~/realtime';
import { toastError } from '~/ui/toast';

/** The session had ended: the person is being led to sign-in, and needs no other word. */
class SignedOut extends Error {}

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
 * What the server's JSON interface answers to a signed-in page. Rejects unless it was done; when the session has ended,
 * the way to sign-in begins here.
 */
export async function requestJson(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(path, init);
  if (response.status === 401) {
    noteSignedOut();
    throw new SignedOut();
  }
  if (!response.ok) {
    throw new RequestRefused(response.status, await response.json().catch(() => null));
  }
  return response.json();
}

/** `requestJson` with a JSON body. */
export function sendJson(method: string, path: string, body?: object): Promise<unknown> {
  return requestJson(path, {
    method,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
}

/** Says that a request failed, by the text for it, unless the session's end was the reason. */
export function tellFailure(error: unknown, text: string): void {
  if (!(error instanceof SignedOut)) toastError(text);
}
