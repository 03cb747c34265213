// Owns the payment_events table.
import { prisma } from '~/lib/db/index.server';
import type { PaymentEvent, PaymentEventState } from '~/lib/prisma/client';
import { DAY_MS } from '~/lib/time';

/** What an event is about: the object that is fetched again. */
export interface Subject {
  object: 'session' | 'subscription' | 'invoice' | 'charge';
  id: string;
}

export type StoredEvent = Omit<PaymentEvent, 'object'> & { object: Subject['object'] | null };

/** Stores an event unless it is known already, and returns what is stored. */
export async function keepEvent(
  { id, type }: { id: string; type: string },
  subject: Subject | null,
  now: Date,
): Promise<StoredEvent> {
  const about = { object: subject?.object ?? null, objectId: subject?.id ?? null };
  await prisma.paymentEvent.createMany({
    data: { id, type, ...about, receivedAt: now },
    skipDuplicates: true,
  });
  return (await findEvent(id))!;
}

export async function findEvent(id: string): Promise<StoredEvent | null> {
  return (await prisma.paymentEvent.findUnique({ where: { id } })) as StoredEvent | null;
}

/** Writes down what came of an event. Once it is done it stays done, whatever comes of a repetition. */
export async function endEvent(
  id: string,
  outcome: { state: PaymentEventState; error?: string; now: Date },
): Promise<void> {
  const { state, error = null, now } = outcome;
  await prisma.paymentEvent.updateMany({
    where: { id, ...(state !== 'done' && { state: { not: 'done' } }) },
    data: { state, error, processedAt: now, attempts: { increment: 1 } },
  });
}

/** Events that failed and need an operator to fix the cause, newest first. */
export async function failedEvents(limit = 100): Promise<StoredEvent[]> {
  const events = await prisma.paymentEvent.findMany({
    where: { state: 'failed' },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return events as StoredEvent[];
}

/** Deletes events after three months, and those that failed after a year. */
export async function purgeEvents(now: Date): Promise<void> {
  const before = (days: number) => ({ lt: new Date(now.getTime() - days * DAY_MS) });
  await prisma.paymentEvent.deleteMany({
    where: {
      OR: [
        { state: { in: ['done', 'ignored'] }, receivedAt: before(90) },
        { receivedAt: before(365) },
      ],
    },
  });
}

/** Null for events that are of no interest here. */
export function subjectOf(event: {
  type: string;
  objectId: string | null;
  chargeId: string | null;
}): Subject | null {
  const { type, objectId, chargeId } = event;
  const about = (object: Subject['object'], id: string | null) =>
    id === null ? null : { object, id };
  if (type.startsWith('checkout.session.')) return about('session', objectId);
  if (type.startsWith('customer.subscription.')) return about('subscription', objectId);
  if (type.startsWith('charge.dispute.') || type.startsWith('refund.')) {
    return about('charge', chargeId);
  }
  if (type === 'charge.refunded') return about('charge', objectId);
  // Not those of a draft, which isn't due yet.
  if (/^invoice\.(paid|payment_failed|payment_action_required)$/.test(type)) {
    return about('invoice', objectId);
  }
  return null;
}
