import type { ContactKind } from '../contact/contact';

/** How far a message of the contact form has come. */
export const CONTACT_STATES = ['open', 'answered', 'closed'] as const;

export type ContactState = (typeof CONTACT_STATES)[number];

export function contactStateOf(value: unknown): ContactState | undefined {
  return CONTACT_STATES.find((state) => state === value);
}

/** Which messages an admin asks for. */
export interface InboxFilter {
  state: ContactState;
  /** Null: both. */
  kind: ContactKind | null;
  /** The last message of the page before. */
  before: string | null;
}

/** One line of the inbox. Times are ISO 8601. */
export interface InboxEntry {
  id: string;
  kind: ContactKind;
  state: ContactState;
  /** Who says to have written it. */
  name: string;
  email: string;
  /** '' where there is none. */
  subject: string;
  createdAt: string;
}

export interface InboxPage {
  messages: InboxEntry[];
  cursor: string | null;
}

/** `waiting` until the email service has taken it; `refused`: it takes no email to that address. */
export type ReplyState = 'waiting' | 'sent' | 'refused';

export interface ReplyView {
  id: string;
  /** The admin's email address; null when their account is gone. */
  author: string | null;
  text: string;
  state: ReplyState;
  createdAt: string;
}

/** A message to the operator, with its text. */
export interface InboxMessage extends InboxEntry {
  text: string;
  /** The account that it was sent from; null for a visitor, whose address no one has checked. */
  account: { id: string; email: string } | null;
  /** The oldest first. */
  replies: ReplyView[];
}
