/** What an email is about. One of kind `sign-in` carries a code or a link that opens an account. */
export type EmailKind = 'sign-in' | 'notice';

export interface Email {
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: EmailKind;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
}

/** An email as it goes out: addresses checked, headers on one line each. */
export interface OutgoingEmail extends Email {
  from: Mailbox;
}

export interface Mailbox {
  /** '' for an address alone. */
  name: string;
  address: string;
}

export interface EmailTransport {
  /** @throws MailError */
  send(email: OutgoingEmail): Promise<void>;
  /** Whether the service is there and takes who asks; sends nothing. @throws MailError */
  check(): Promise<void>;
}

export type EmailErrorCode =
  /** The email cannot be delivered, ever: an address that is none, or a recipient that refuses mail. */
  | 'refused'
  /** The service does not accept this site: the operator has to check the settings. */
  | 'not-accepted'
  | 'busy'
  | 'timed-out'
  | 'unreachable'
  | 'service-fault'
  | 'outbox-fault';

/** An email that could not be sent. It names no address, code or text, so it can go to the log as it is. */
export class EmailError extends Error {
  readonly code: EmailErrorCode;
  /** The service's or the network's short code, such as `406`, `550` or `ECONNREFUSED`. */
  readonly detail: string | undefined;
  /** Set where the service refused the recipient, not the email: `hard` for an address that email does not reach. */
  readonly recipient: 'hard' | 'soft' | undefined;

  constructor(code: EmailErrorCode, detail?: string | number, recipient?: 'hard' | 'soft') {
    super(detail === undefined ? code : `${code} (${detail})`);
    this.name = 'MailError';
    this.code = code;
    this.detail = detail === undefined ? undefined : String(detail);
    this.recipient = recipient;
  }

  /** False when the same email would be refused again: queued jobs then give up. */
  get retryable(): boolean {
    return this.code !== 'refused';
  }
}
