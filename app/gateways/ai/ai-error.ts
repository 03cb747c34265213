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
  'broken-off': 'the connection to the AI was lost before the answer was complete',
  busy: 'the AI is busy right now',
  filtered: 'the AI’s content filter stopped this answer',
  'invalid-response': 'the AI sent an answer with an invalid structure',
  'key-refused': 'the AI isn’t set up correctly, so your admin needs to check it',
  'no-credit': 'this site is out of AI credit, so your admin needs to add some',
  'provider-fault': 'the AI has a problem right now',
  refused: 'the AI couldn’t handle this request',
  'timed-out': 'the AI took too long to answer',
  'too-long': 'this chat is too long for the AI, so you need a shorter message or a new chat',
  'unknown-model': 'the AI this site uses isn’t available, so your admin needs to check it',
  unreachable: 'the AI couldn’t be reached',
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
