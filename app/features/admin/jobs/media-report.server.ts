import type { Sql } from '~/lib/db/index.server';

// Reads across the tables of several features, for admins alone, and changes nothing.

export interface FailedMediaRow {
  id: string;
  kind: string;
  userId: string;
  email: string;
  reason: string | null;
  finishedAt: Date | null;
}

/** The newest first, without what was asked for; ids sort by time. */
export function listFailedMedia(
  sql: Sql,
  { before, limit }: { before: string | null; limit: number },
): Promise<FailedMediaRow[]> {
  return sql.query<FailedMediaRow>(
    `SELECT j.id, j.kind, j.user_id AS "userId", u.email, j.reason, j.finished_at AS "finishedAt"
       FROM media_jobs j JOIN users u ON u.id = j.user_id
      WHERE j.state = 'failed' AND ($2::uuid IS NULL OR j.id < $2::uuid)
      ORDER BY j.id DESC LIMIT $1::int`,
    [limit, before],
  );
}
