/** An email of kind `sign-in` has a code or a link that opens an account. */
export type EmailKind = 'sign-in' | 'notice';

export interface Email {
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: EmailKind;
  /** The address for replies, if it isn't the sender's. */
  replyTo?: string;
}

/** An email that is ready to be sent: its addresses are checked, and each header is one line. */
export interface OutgoingEmail extends Email {
  from: Mailbox;
}

export interface Mailbox {
  /** '' if there is only an address. */
  name: string;
  address: string;
}

export interface EmailTransport {
  /** @throws EmailError */
  send(email: OutgoingEmail): Promise<void>;
  /** Checks that the service is available and accepts our credentials; sends nothing. @throws EmailError */
  check(): Promise<void>;
}

export type EmailErrorCode =
  /** The email can never be delivered: the address is invalid, or the recipient's server refuses it. */
  | 'refused'
  /** The service doesn't accept this site: the operator has to check the settings. */
  | 'not-accepted'
  | 'busy'
  | 'timed-out'
  | 'unreachable'
  | 'service-fault'
  | 'outbox-fault';

/** An email could not be sent. The error has no address, code or text in it, so it can be logged. */
export class EmailError extends Error {
  readonly code: EmailErrorCode;
  /** The service's or the network's short code, such as `406`, `550` or `ECONNREFUSED`. */
  readonly detail: string | undefined;
  /** Set if the service refused the recipient, not the email; `hard` if email doesn't reach that address. */
  readonly recipient: 'hard' | 'soft' | undefined;

  constructor(code: EmailErrorCode, detail?: string | number, recipient?: 'hard' | 'soft') {
    super(detail === undefined ? code : `${code} (${detail})`);
    // This name is stored with failed jobs.
    this.name = 'MailError';
    this.code = code;
    this.detail = detail === undefined ? undefined : String(detail);
    this.recipient = recipient;
  }

  /** False if the same email would be refused again: queued jobs then give up. */
  get retryable(): boolean {
    return this.code !== 'refused';
  }
}

/** For a failed connection: the error's code is the first errno code in its chain of causes. */
export function networkError(error: unknown): EmailError {
  const code = networkCode(error);
  const { name } = error as { name?: unknown };
  const timedOut = name === 'TimeoutError' || (code !== undefined && /TIMEDOUT|TIMEOUT/.test(code));
  return new EmailError(timedOut ? 'timed-out' : 'unreachable', code);
}

function networkCode(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
  return cause instanceof Error ? networkCode(cause) : undefined;
}
