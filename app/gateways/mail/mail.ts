/** What a mail is about. One of kind `sign-in` carries a code or a link that opens an account. */
export type MailKind = 'sign-in' | 'notice';

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: MailKind;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
}

/** A mail as it goes out: addresses checked, headers on one line each. */
export interface OutgoingMail extends Mail {
  from: Mailbox;
}

export interface Mailbox {
  /** '' for an address alone. */
  name: string;
  address: string;
}

export interface MailTransport {
  /** @throws MailError */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the service is there and takes who asks; sends nothing. @throws MailError */
  check(): Promise<void>;
}

export type MailErrorCode =
  /** The mail cannot be delivered, ever: an address that is none, or a recipient that refuses mail. */
  | 'refused'
  /** The service does not accept this site: the operator has to check the settings. */
  | 'not-accepted'
  | 'busy'
  | 'timed-out'
  | 'unreachable'
  | 'service-fault'
  | 'outbox-fault';

/** A mail that could not be sent. It names no address, code or text, so it can go to the log as it is. */
export class MailError extends Error {
  readonly code: MailErrorCode;
  /** The service's or the network's short code, such as `406`, `550` or `ECONNREFUSED`. */
  readonly detail: string | undefined;
  /** Set where the service refused the recipient, not the mail: `hard` for an address that mail does not reach. */
  readonly recipient: 'hard' | 'soft' | undefined;

  constructor(code: MailErrorCode, detail?: string | number, recipient?: 'hard' | 'soft') {
    super(detail === undefined ? code : `${code} (${detail})`);
    this.name = 'MailError';
    this.code = code;
    this.detail = detail === undefined ? undefined : String(detail);
    this.recipient = recipient;
  }

  /** False when the same mail would be refused again: queued jobs then give up. */
  get retryable(): boolean {
    return this.code !== 'refused';
  }
}
