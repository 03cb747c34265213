import type { ContactKind } from '../contact/contact';
import { helpTexts } from '../texts';

export const CONTACT_STATES = ['open', 'answered', 'closed'] as const;

export type ContactState = (typeof CONTACT_STATES)[number];

export function contactStateOf(value: unknown): ContactState | undefined {
  return CONTACT_STATES.find((state) => state === value);
}

export interface InboxFilter {
  state: ContactState;
  /** Null means both. */
  kind: ContactKind | null;
  /** The id of the last message on the previous page. */
  before: string | null;
}

/** One line of the inbox. Times are ISO 8601. */
export interface InboxEntry {
  id: string;
  kind: ContactKind;
  state: ContactState;
  /** As the sender typed it. */
  name: string;
  email: string;
  /** Empty if there is none. */
  subject: string;
  createdAt: string;
}

/** A row of the list. */
export interface InboxListEntry extends InboxEntry {
  firstLine: string;
}

export interface InboxPage {
  messages: InboxListEntry[];
  cursor: string | null;
}

/**
 * `waiting` until the email service accepts it; `refused` when it rejects the address; `outbox` if there was no service,
 * so that it reached no one.
 */
export type ReplyState = 'waiting' | 'sent' | 'refused' | 'outbox';

export interface ReplyView {
  id: string;
  /** The admin's email address; null when their account was deleted. */
  author: string | null;
  text: string;
  state: ReplyState;
  createdAt: string;
}

export interface InboxMessage extends InboxEntry {
  text: string;
  /** The account that it was sent from; null for a visitor, whose address isn't verified. */
  account: { id: string; email: string } | null;
  /** Oldest first. */
  replies: ReplyView[];
}

/** The maximum characters of a reply. */
export const MAX_REPLY = 10_000;

/** How much of a text is read for its first line. */
export const TEXT_START = 300;

/** The first line of a text that says something, as much as a row shows. */
export function firstLineOf(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  return [...line.trim()].slice(0, 160).join('');
}

/** Strips control characters other than tabs and line ends. */
export function cleanReply(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}

/** Why a reply can't be sent, in words for the admin. */
export function replyProblem(text: string): string | undefined {
  const cleaned = cleanReply(text);
  if (!/[^\p{C}\p{Z}]/u.test(cleaned)) return helpTexts.replyMissing;
  return [...cleaned].length > MAX_REPLY ? helpTexts.tooLong(MAX_REPLY) : undefined;
}
