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
    aborted: 'It was canceled.',
    'broken-off': `We lost the connection to the ${service}. Try again.`,
    busy: `The ${service} is busy. Try again in a minute.`,
    filtered: `The ${service} refused this prompt because of its content rules. Try different words.`,
    'invalid-response': `The ${service} sent an answer we couldn’t read. Try again.`,
    'key-refused': `The ${service} isn’t set up correctly. Your admin needs to check it.`,
    'no-credit': `This site is out of credit at the ${service}. Your admin needs to add some.`,
    'output-gone': `The ${thing} was created but couldn’t be downloaded. Try again.`,
    'output-too-large': `The ${service} sent a file that’s too large.`,
    'provider-fault': `The ${service} has a problem right now. Try again later.`,
    refused: `The ${service} rejected this request. Try other settings or different words.`,
    'timed-out': `The ${service} took too long. Try again.`,
    'unknown-model': `The ${service} no longer offers this model. Choose another one.`,
    unreachable: `The ${service} couldn’t be reached. Try again later.`,
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
