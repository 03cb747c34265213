// Owns security_events. A row is added in the transaction of the change that it records; that of a sign-in or of a used
// backup code right after it. Rows are deleted when they are old.
import { prisma, type Sql } from '~/lib/db/index.server';
import { formatMoment } from '~/lib/format/dates';
import { newId } from '~/lib/ids.server';
import { listCursor, parseListCursor } from '~/lib/list-cursor';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { deviceOf } from '../sessions/session';
import { eventText, type SecurityEventKind, type SecurityEventsPage } from './security-event';

export interface NewSecurityEvent {
  userId: UserScope;
  kind: SecurityEventKind;
  /** Of the person's browser; absent if an admin or a command did it. */
  userAgent?: string | null;
  detail?: string;
}

/** SQL: joins the transaction of what it records, in either form. */
export async function recordSecurityEvent(
  on: Sql,
  { userId, kind, userAgent, detail = '' }: NewSecurityEvent,
): Promise<void> {
  await on.query(
    `INSERT INTO security_events (id, user_id, kind, device, detail, created_at)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6)`,
    [
      newId(),
      userId,
      kind,
      userAgent === undefined ? null : deviceOf(userAgent),
      detail,
      new Date(),
    ],
  );
}

const PAGE = 10;

/** The latest first. @throws AppError `invalid` for a cursor that no page returned */
export async function listSecurityEvents(
  { id: userId, timeZone }: { id: UserScope; timeZone: string | null },
  cursor: string | null,
): Promise<SecurityEventsPage> {
  const after = cursor === null ? null : parseListCursor(cursor);
  const rows = await prisma.securityEvent.findMany({
    where: {
      userId,
      ...(after && {
        createdAt: { lte: new Date(after.date) },
        OR: [{ createdAt: { lt: new Date(after.date) } }, { id: { lt: after.id } }],
      }),
    },
    select: { id: true, kind: true, device: true, detail: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    events: shown.map(({ id, kind, device, detail, createdAt }) => ({
      id,
      text: eventText(kind, detail),
      device,
      at: formatMoment(createdAt, timeZone),
    })),
    next: last ? listCursor({ date: last.createdAt.getTime(), id: last.id }) : null,
  };
}

/** Long enough to look back at a summer. */
const EVENT_DAYS = 180;
const BATCH = 5_000;

/** A job. It deletes a bounded number of rows at a time. */
export async function purgeSecurityEvents(now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENT_DAYS * DAY_MS);
  for (;;) {
    const old = await prisma.securityEvent.findMany({
      where: { createdAt: { lt: before } },
      select: { id: true },
      take: BATCH,
    });
    await prisma.securityEvent.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    if (old.length < BATCH) return;
  }
}
