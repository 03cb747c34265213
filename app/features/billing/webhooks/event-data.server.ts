// Owns the payment_events table.
import type { Sql } from '~/lib/db/index.server';

import type { Subject } from './subject-of';

export type EventState = 'received' | 'done' | 'ignored' | 'failed';

export interface StoredEvent {
  id: string;
  type: string;
  state: EventState;
  object: Subject['object'] | null;
  object_id: string | null;
  error: string | null;
  attempts: number;
  received_at: Date;
  processed_at: Date | null;
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

export async function deleteEvents(
  db: Sql,
  { settledBefore, before }: { settledBefore: Date; before: Date },
): Promise<void> {
  await db.query(
    `DELETE FROM payment_events
      WHERE (state IN ('done', 'ignored') AND received_at < $1::timestamptz) OR received_at < $2::timestamptz`,
    [settledBefore, before],
  );
}
