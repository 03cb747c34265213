export type AiErrorCode =
  | 'aborted'
  | 'broken-off'
  | 'busy'
  | 'filtered'
  | 'invalid-response'
  | 'key-refused'
  | 'no-credit'
  | 'provider-fault'
  | 'refused'
  | 'timed-out'
  | 'too-long'
  | 'unknown-model'
  | 'unreachable';

/** Each completes the sentence "AI response error: …" (spec §8). */
const REASONS: Record<AiErrorCode, string> = {
  aborted: 'the request was stopped',
  'broken-off': 'the connection to the AI service broke off before the answer was complete',
  busy: 'the AI service is busy right now',
  filtered: 'the content filter of the AI service stopped this answer',
  'invalid-response': 'the AI service sent an answer with an invalid structure',
  'key-refused':
    'the AI service did not accept the key of this site, which its operator has to check',
  'no-credit':
    'the credit of this site at the AI service is used up, and its operator has to renew it',
  'provider-fault': 'the AI service has a fault at the moment',
  refused: 'the AI service did not accept the request',
  'timed-out': 'the AI service took too long to answer',
  'too-long':
    'the conversation is longer than the AI model can read, so a shorter message or a new chat is needed',
  'unknown-model': 'the AI service does not offer the model that this site is set to use',
  unreachable: 'the AI service could not be reached',
};

/** What the log may say about a failure: identifiers and numbers, never a text of the provider or of a user. */
export interface AiFailure {
  /** HTTP status of the answer, or the status an error event named. */
  status?: number;
  /** The provider's own id of the request. */
  requestId?: string;
  /** The provider's or the network's short code, such as `model_not_found` or `ECONNREFUSED`. */
  detail?: string;
  cause?: unknown;
}

/** An answer that could not be had. `reason` is for people; the rest is for the log. */
export class AiError extends Error {
  readonly code: AiErrorCode;
  readonly reason: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;

  constructor(code: AiErrorCode, failure: AiFailure = {}) {
    super(code, { cause: failure.cause });
    this.name = 'AiError';
    this.code = code;
    this.reason = REASONS[code];
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.detail = failure.detail;
  }
}

/** What a provider says about a refused request, over HTTP or in the middle of a stream. */
export interface ProviderError {
  status?: number;
  code?: unknown;
  type?: unknown;
  message?: unknown;
  metadata?: unknown;
}

const TOO_LONG =
  /context.?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|input.{0,20}too long/i;
const FILTERED = /content.?(filter|policy|management)|moderation|responsible.?ai|flagged/i;
const NO_CREDIT =
  /insufficient.?(quota|credit|funds|balance)|billing.?hard.?limit|exceeded your current quota/i;
const UNKNOWN_MODEL =
  /model.?not.?found|not a valid model|no endpoints found|unknown model|model.{1,80}does not exist/i;

/** Which failure it is: first by what the provider names, then by its HTTP status. */
export function classify(error: ProviderError): AiErrorCode {
  const named = [error.code, error.type, error.message]
    .filter((part) => typeof part === 'string')
    .join(' ');
  const status = error.status ?? (typeof error.code === 'number' ? error.code : undefined);
  if (status === 401) return 'key-refused';
  if (status === 402 || NO_CREDIT.test(named)) return 'no-credit';
  if (status === 413 || TOO_LONG.test(named)) return 'too-long';
  if (FILTERED.test(named) || isFlagged(error.metadata)) return 'filtered';
  if (status === 403) return 'key-refused';
  if (status === 404 || UNKNOWN_MODEL.test(named)) return 'unknown-model';
  if (status === 408 || status === 504 || status === 524) return 'timed-out';
  if (status === 429 || /rate.?limit|overloaded|capacity/i.test(named)) return 'busy';
  if (status === undefined || status >= 500) return 'provider-fault';
  return 'refused';
}

/** OpenRouter's mark of an input that a moderator refused. */
function isFlagged(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'flagged_input' in metadata;
}

/** A provider's code, when it is one and not a sentence. */
export function shortCode(...candidates: unknown[]): string | undefined {
  const found = candidates.find(
    (part) => (typeof part === 'string' && /^[\w.-]{1,64}$/.test(part)) || typeof part === 'number',
  );
  return found === undefined ? undefined : String(found);
}
