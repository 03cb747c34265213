import { domainToUnicode } from 'node:url';

import { z } from 'zod';

import { hideSecrets } from '../outbox/outbox';
import type { NewFailure } from './failure-data.server';
import { storable } from '~/lib/text/storable';

/** The part of a Postmark event that matters here. */
export type PostmarkEvent =
  | { what: 'failure'; failure: NewFailure }
  | { what: 'arrival'; email: string; at: Date }
  /** An event that isn't recorded. */
  | { what: 'other' };

/** Restores the form in which accounts have addresses: emails are sent to the ASCII form of the domain. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/)
  .transform((address) => {
    const [local = '', domain = ''] = address.split('@');
    return `${local}@${domainToUnicode(domain) || domain}`;
  });
const moment = z.string().pipe(z.coerce.date());
const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => storable(value ?? '').slice(0, max));

const failure = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  // May be larger than JavaScript's exact integers, so the event's key also has the email's own id.
  ID: z.union([z.number(), z.string().max(100)]),
  Type: z.string().min(1).max(100),
  Email: email,
  BouncedAt: moment,
  MessageID: z.string().max(100).nullish(),
  Inactive: z.boolean().nullish(),
  Description: text(500),
  Subject: text(300),
  Tag: z.string().nullish(),
});

const delivery = z.object({
  RecordType: z.literal('Delivery'),
  Recipient: email,
  DeliveredAt: moment,
});

const suppression = z.object({
  RecordType: z.literal('SubscriptionChange'),
  Recipient: email,
  ChangedAt: moment,
  SuppressSending: z.boolean(),
});

const other = z.object({
  RecordType: z
    .string()
    .refine(
      (type) => !['Bounce', 'SpamComplaint', 'Delivery', 'SubscriptionChange'].includes(type),
    ),
});

const schema = z.union([failure, delivery, suppression, other]);

/** The mailbox doesn't exist, or Postmark won't send to it again. */
const HARD = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);

/** Replies to an email that did arrive. */
const ANSWERS = new Set(['AutoResponder', 'Subscribe', 'Unsubscribe', 'ChallengeVerification']);

/** Reads the body of a webhook; null if it isn't a known event. No event can have happened after `now`. */
export function readPostmarkEvent(body: unknown, now: Date): PostmarkEvent | null {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return null;
  const event = parsed.data;
  const notAfter = (at: Date) => (at > now ? now : at);
  if ('BouncedAt' in event) {
    if (ANSWERS.has(event.Type)) return { what: 'other' };
    return {
      what: 'failure',
      failure: {
        eventKey: `postmark:${event.RecordType}:${event.ID}:${event.MessageID ?? ''}`,
        email: event.Email,
        kind: kindOf(event),
        reason: event.Type,
        detail: event.Description,
        // Our own tag marks emails that don't open an account.
        subject: event.Tag === 'notice' ? event.Subject : hideSecrets(event.Subject),
        messageId: event.MessageID ?? null,
        happenedAt: notAfter(event.BouncedAt),
      },
    };
  }
  if ('DeliveredAt' in event) {
    return { what: 'arrival', email: event.Recipient, at: notAfter(event.DeliveredAt) };
  }
  // Someone has asked Postmark to send to this address again.
  if ('ChangedAt' in event && !event.SuppressSending) {
    return { what: 'arrival', email: event.Recipient, at: notAfter(event.ChangedAt) };
  }
  return { what: 'other' };
}

function kindOf({ RecordType, Type, Inactive }: z.output<typeof failure>): NewFailure['kind'] {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complaint';
  return Inactive === true || HARD.has(Type) ? 'hard' : 'soft';
}
