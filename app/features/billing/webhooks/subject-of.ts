/** What an event is about: the object that is fetched again. */
export interface Subject {
  object: 'session' | 'subscription' | 'invoice' | 'charge';
  id: string;
}

/** Null for events of no interest here. */
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
  // Not those of a draft, which nobody is to pay yet.
  if (/^invoice\.(paid|payment_failed|payment_action_required)$/.test(type)) {
    return about('invoice', objectId);
  }
  return null;
}
