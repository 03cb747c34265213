// Owns the payment_events table.
import { sql, type Sql } from '~/lib/db/index.server';
import { DAY_MS } from '~/lib/time';

type EventState = 'received' | 'done' | 'ignored' | 'failed';

export interface StoredEvent {
  id: string;
  type: string;
  state: EventState;
  object: Subject['object'] | null;
  objectId: string | null;
  error: string | null;
  attempts: number;
  receivedAt: Date;
  processedAt: Date | null;
}

const COLUMNS = 'id, type, state, object, object_id, error, attempts, received_at, processed_at';

/** Writes an event down, once, and says what is known of it. */
export async function keepEvent(
  db: Sql,
  event: { id: string; type: string; subject: Subject | null; now: Date },
): Promise<StoredEvent> {
  await db.query(
    `INSERT INTO payment_events (id, type, object, object_id, received_at)
     VALUES ($1::text, $2::text, $3::text, $4::text, $5::timestamptz)
     ON CONFLICT (id) DO NOTHING`,
    [event.id, event.type, event.subject?.object ?? null, event.subject?.id ?? null, event.now],
  );
  return (await findEvent(db, event.id))!;
}

export async function findEvent(db: Sql, id: string): Promise<StoredEvent | null> {
  const [row] = await db.query<StoredEvent>(
    `SELECT ${COLUMNS} FROM payment_events WHERE id = $1::text`,
    [id],
  );
  return row ?? null;
}

/** Says what came of an event. One that was done stays so, whatever a repetition comes to. */
export async function endEvent(
  db: Sql,
  id: string,
  outcome: { state: EventState; error?: string; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE payment_events
        SET state = $2::payment_event_state, error = $3::text, processed_at = $4::timestamptz,
            attempts = attempts + 1
      WHERE id = $1::text AND (state <> 'done' OR $2::payment_event_state = 'done')`,
    [id, outcome.state, outcome.error ?? null, outcome.now],
  );
}

/** Newest first; for those who run the site. */
export async function listEvents(
  db: Sql,
  { state, limit }: { state: EventState; limit: number },
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(
    `SELECT ${COLUMNS} FROM payment_events
      WHERE state = $1::payment_event_state
      ORDER BY received_at DESC, id DESC
      LIMIT $2::int`,
    [state, limit],
  );
}

async function deleteEvents(
  db: Sql,
  { settledBefore, before }: { settledBefore: Date; before: Date },
): Promise<void> {
  await db.query(
    `DELETE FROM payment_events
      WHERE (state IN ('done', 'ignored') AND received_at < $1::timestamptz) OR received_at < $2::timestamptz`,
    [settledBefore, before],
  );
}

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
  // Not those of a draft, which no one is to pay yet.
  if (/^invoice\.(paid|payment_failed|payment_action_required)$/.test(type)) {
    return about('invoice', objectId);
  }
  return null;
}

/** Forgets events after three months, and those that failed after a year. */
export async function purgeEvents(now: Date): Promise<void> {
  await deleteEvents(sql, {
    settledBefore: new Date(now.getTime() - 90 * DAY_MS),
    before: new Date(now.getTime() - 365 * DAY_MS),
  });
}
