// What the failures of all providers have in common.

export type CommonCode =
  | 'busy'
  | 'key-refused'
  | 'no-credit'
  | 'provider-fault'
  | 'refused'
  | 'timed-out'
  | 'unknown-model';

/** What the log may contain of a failure: identifiers and numbers, never a text of the provider or of a user. */
export interface FailureDetails {
  /** The answer's HTTP status, or the status that an error event named. */
  status?: number;
  /** The provider's own id of the request. */
  requestId?: string;
  /** The provider's or the network's short code, such as `model_not_found` or `ECONNREFUSED`. */
  detail?: string;
  /** Seconds after which the provider accepts another request. */
  retryAfter?: number;
  cause?: unknown;
}

/** A provider's failure. What people read depends on its code; the rest is for the log. */
export abstract class ProviderFailure<Code extends string> extends Error {
  readonly code: Code;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: Code, details: FailureDetails) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.detail = details.detail;
    this.retryAfter = details.retryAfter;
  }
}

/** A provider's words about a request that it refused, over HTTP or in the middle of a stream. */
export interface ProviderRefusal {
  status?: number;
  code?: unknown;
  type?: unknown;
  message?: unknown;
  metadata?: unknown;
}

const NO_CREDIT =
  /insufficient.?(quota|credit|funds|balance)|billing.?hard.?limit|exceeded your current quota/i;
const UNKNOWN_MODEL =
  /model.?not.?found|not a valid model|no endpoints found|unknown model|model.{1,80}does not exist/i;

interface Special<Code extends string> {
  /** Rules for this kind of service only; checked before the common ones. */
  own(refusal: { named: string; status: number | undefined }): Code | null;
  /** Words that mean `busy` whatever the status; none by default. */
  busy?: RegExp;
}

/** Classifies a failure: first by the provider's own code, then by its HTTP status. */
export function classifyRefusal<Code extends string>(
  { status, code, type, message }: ProviderRefusal,
  { own, busy }: Special<Code>,
): Code | CommonCode {
  const named = [code, type, message].filter((part) => typeof part === 'string').join(' ');
  if (status === 401) return 'key-refused';
  if (status === 402 || NO_CREDIT.test(named)) return 'no-credit';
  const special = own({ named, status });
  if (special !== null) return special;
  if (status === 403) return 'key-refused';
  if (status === 404 || UNKNOWN_MODEL.test(named)) return 'unknown-model';
  if (status === 408 || status === 504 || status === 524) return 'timed-out';
  if (status === 429 || busy?.test(named)) return 'busy';
  if (status === undefined || status >= 500) return 'provider-fault';
  return 'refused';
}

/** A provider's code, unless it's a sentence. */
export function shortCode(...candidates: unknown[]): string | undefined {
  const found = candidates.find(
    (part) => (typeof part === 'string' && /^[\w.-]{1,64}$/.test(part)) || typeof part === 'number',
  );
  return found === undefined ? undefined : String(found);
}
