import { sql } from '~/lib/db/index.server';
import { sequenceOf } from '~/engine/events/index.server';

import type { JobsStart } from './jobs-start';

/** In one statement, so that all of it is of one instant: what ends later has a greater number. */
export async function readJobsStart(userId: string): Promise<JobsStart> {
  const [row] = await sql.query<Omit<JobsStart, 'at'> & { at: Date }>(
    `SELECT ${sequenceOf('$1')} AS seq, now() AS at,
            ARRAY(SELECT id::text FROM media_jobs WHERE user_id = $1::uuid AND state = 'queued'
                  UNION ALL
                  SELECT id::text FROM media_jobs WHERE user_id = $1::uuid AND state = 'running') AS "goingOn"`,
    [userId],
    { prepared: true },
  );
  return { ...row!, at: row!.at.toISOString() };
}
