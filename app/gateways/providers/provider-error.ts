import {
  classifyRefusal,
  ProviderFailure,
  type FailureDetails,
  type ProviderRefusal,
} from './provider-failure';

export { shortCode, type FailureDetails, type ProviderRefusal } from './provider-failure';

export type ProviderErrorCode =
  | 'aborted'
  | 'broken-off'
  | 'busy'
  | 'filtered'
  | 'invalid-response'
  | 'key-refused'
  | 'no-credit'
  | 'output-gone'
  | 'output-too-large'
  | 'provider-fault'
  | 'refused'
  | 'timed-out'
  | 'unknown-model'
  | 'unreachable';

/** A gateway's words for its service and its output. */
export interface Wording {
  /** Such as "image service". */
  service: string;
  /** Such as "image". */
  thing: string;
}

/** For people: what happened and, if it helps, what to do. */
export function reasonOf(code: ProviderErrorCode, { service, thing }: Wording): string {
  const reasons: Record<ProviderErrorCode, string> = {
    aborted: 'It was cancelled.',
    'broken-off': `The connection to the ${service} broke off. Please try again.`,
    busy: `The ${service} is busy right now. Please try again in a minute.`,
    filtered: `The ${service} refused this prompt because of its content rules. Please word it differently.`,
    'invalid-response': `The ${service} sent an answer that could not be understood.`,
    'key-refused': `The ${service} did not accept the key of this site, which its operator has to check.`,
    'no-credit': `The credit of this site at the ${service} is used up, and its operator has to renew it.`,
    'output-gone': `The ${thing} was made, but could not be fetched any more. Please try again.`,
    'output-too-large': `The ${service} sent a file that is too large to be a ${thing}.`,
    'provider-fault': `The ${service} has a fault at the moment. Please try again later.`,
    refused: `The ${service} did not accept the request. Other settings or another wording may help.`,
    'timed-out': `The ${service} took too long. Please try again.`,
    'unknown-model': `The ${service} does not offer the model that this site is set to use. Please choose another one.`,
    unreachable: `The ${service} could not be reached. Please try again later.`,
  };
  return reasons[code];
}

/** A provider's failure. People read the `reasonOf` its code; the rest is for the log. */
export class ProviderError extends ProviderFailure<ProviderErrorCode> {
  constructor(code: ProviderErrorCode, details: FailureDetails = {}) {
    super(code, details);
    this.name = 'ProviderError';
  }
}

const FILTERED =
  /content.?(filter|policy|management)|moderation|safety|responsible.?ai|flagged|nsfw|sensitive/i;

/** Classifies a provider's refusal. */
export function classify(refusal: ProviderRefusal): ProviderErrorCode {
  return classifyRefusal<ProviderErrorCode>(refusal, {
    own: ({ named, status }) =>
      (status === undefined || status < 500) && FILTERED.test(named) ? 'filtered' : null,
  });
}

/** Never sent, so repeating it is safe. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Classifies a failed connection; `broken-off` if the request may have arrived. */
export function connectionFailure(error: unknown): ProviderError {
  const detail = networkCode(error);
  const sent = detail === undefined || !NOT_SENT.has(detail);
  return new ProviderError(sent ? 'broken-off' : 'unreachable', { detail, cause: error });
}

function networkCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, errors } = at as { code?: unknown; errors?: unknown };
    if (typeof code === 'string') return code;
    // Several addresses were tried in turn.
    if (Array.isArray(errors) && errors.length > 0) return networkCode(errors[0]);
  }
  return undefined;
}

/** Seconds, as in the header; a date counts as long. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const seconds = Number(header);
  return Number.isFinite(seconds) ? seconds : Infinity;
}
