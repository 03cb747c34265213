import {
  classifyRefusal,
  ProviderFailure,
  type FailureDetails,
  type ProviderRefusal,
} from '../providers/provider-failure';

export { shortCode, type ProviderRefusal } from '../providers/provider-failure';

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

/** Each completes the sentence "AI response error: …". */
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

/** The provider failed to answer. `reason` is for people. */
export class AiError extends ProviderFailure<AiErrorCode> {
  readonly reason: string;

  constructor(code: AiErrorCode, details: FailureDetails = {}) {
    super(code, details);
    this.name = 'AiError';
    this.reason = REASONS[code];
  }
}

const TOO_LONG =
  /context.?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|input.{0,20}too long/i;
const FILTERED = /content.?(filter|policy|management)|moderation|responsible.?ai|flagged/i;

/** Classifies a provider's failure. */
export function classify(refusal: ProviderRefusal): AiErrorCode {
  // In the middle of a stream, the code may be what the status would have been.
  const status = refusal.status ?? (typeof refusal.code === 'number' ? refusal.code : undefined);
  return classifyRefusal<AiErrorCode>(
    { ...refusal, status },
    {
      own({ named }) {
        if (status === 413 || TOO_LONG.test(named)) return 'too-long';
        return FILTERED.test(named) || isFlagged(refusal.metadata) ? 'filtered' : null;
      },
      busy: /rate.?limit|overloaded|capacity/i,
    },
  );
}

/** OpenRouter's marker of an input that a moderator refused. */
function isFlagged(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'flagged_input' in metadata;
}
