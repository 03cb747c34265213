import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `media_calls`.

export interface CallRow {
  id: string;
  position: number;
  state: 'asked' | 'done' | 'failed' | 'lost';
  provider: string;
  providerRef: string | null;
  askedAt: Date;
}

const COLUMNS = `id, position, state, provider, provider_ref, asked_at`;

export interface NewCall {
  id: string;
  userId: UserScope;
  jobId: string;
  position: number;
  provider: string;
  model: string;
  ref?: string;
}

export async function insertCall(tx: Sql, call: NewCall): Promise<void> {
  await tx.query(
    `INSERT INTO media_calls (id, user_id, job_id, position, provider, model, provider_ref)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::int, $5, $6, $7)`,
    [call.id, call.userId, call.jobId, call.position, call.provider, call.model, call.ref ?? null],
  );
}

export function callsOf(sql: Sql, userId: UserScope, jobId: string): Promise<CallRow[]> {
  return sql.query<CallRow>(
    `SELECT ${COLUMNS} FROM media_calls WHERE job_id = $1::uuid AND user_id = $2::uuid ORDER BY id`,
    [jobId, userId],
  );
}

/** The provider has it, and calls it so. */
export async function setProviderRef(sql: Sql, id: string, ref: string): Promise<void> {
  await sql.query(`UPDATE media_calls SET provider_ref = $2 WHERE id = $1::uuid`, [id, ref]);
}

export async function endCall(tx: Sql, id: string, state: 'done' | 'failed'): Promise<void> {
  await tx.query(
    `UPDATE media_calls SET state = $2::media_call_state, ended_at = now()
      WHERE id = $1::uuid AND state = 'asked'`,
    [id, state],
  );
}

/** Whether any job waits for what the provider knows by one of these. */
export async function isAwaited(sql: Sql, refs: readonly string[]): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM media_calls WHERE provider_ref = ANY($1::text[]) AND state = 'asked' LIMIT 1`,
    [refs],
  );
  return rows.length > 0;
}

/** Calls of an ended job that no one waits for any more. */
export async function loseCalls(tx: Sql, jobId: string): Promise<void> {
  await tx.query(
    `UPDATE media_calls SET state = 'lost', ended_at = now() WHERE job_id = $1::uuid AND state = 'asked'`,
    [jobId],
  );
}
