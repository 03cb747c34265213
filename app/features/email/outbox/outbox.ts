/** An email that was not sent but written to the outbox, as admins see it. Its time is ISO 8601. */
export interface OutboxEntry {
  id: string;
  to: string;
  subject: string;
  date: string;
  /** It opens an account: what does so is hidden. */
  isHidden: boolean;
}

export interface OutboxPage {
  mails: OutboxEntry[];
  cursor: string | null;
}

export interface OutboxText extends OutboxEntry {
  from: string;
  text: string;
}
