import type { Sql } from '~/lib/db/index.server';

import type { Thought, ThoughtPart } from '../run/thinking.server';

// Owns `generation_chunks` and `generation_thoughts`: what running generations have stored so far. Their end removes it.

export interface ChunkWrite {
  id: string;
  attempt: number;
  offset: number;
  text: string;
}

export interface ChunkReceipt {
  id: string;
  stopRequested: boolean;
}

/**
 * Appends the new text of all running answers of one process. Answers that this process no longer owns get no receipt.
 * FOR SHARE holds off a reaper until the text is stored. SQL: hot path, one locking statement for all answers.
 */
export function appendChunks(
  sql: Sql,
  processId: string,
  chunks: readonly ChunkWrite[],
): Promise<ChunkReceipt[]> {
  return sql.query<ChunkReceipt>(
    `WITH input AS (
       SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[]) AS t(id, attempt, "offset", text)
     ), owned AS (
       SELECT g.id, g.state, g.stop_requested_at FROM generations g JOIN input i USING (id)
        WHERE g.process_id = $5::uuid AND g.attempt = i.attempt AND g.state IN ('queued', 'streaming')
        FOR SHARE OF g
     ), written AS (
       INSERT INTO generation_chunks (generation_id, "offset", text)
       SELECT i.id, i."offset", i.text FROM input i JOIN owned USING (id)
       ON CONFLICT (generation_id, "offset") DO UPDATE SET text = excluded.text
     )
     SELECT id, stop_requested_at IS NOT NULL AS stop_requested FROM owned`,
    [
      chunks.map((chunk) => chunk.id),
      chunks.map((chunk) => chunk.attempt),
      chunks.map((chunk) => chunk.offset),
      chunks.map((chunk) => chunk.text),
      processId,
    ],
    { prepared: true },
  );
}

export interface ThoughtWrite extends ThoughtPart {
  id: string;
  attempt: number;
}

/** The same for what the models of running answers have thought. SQL: as above. */
export function appendThoughts(
  sql: Sql,
  processId: string,
  thoughts: readonly ThoughtWrite[],
): Promise<ChunkReceipt[]> {
  return sql.query<ChunkReceipt>(
    `WITH input AS (
       SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::int[])
         AS t(id, attempt, "offset", text, ms)
     ), owned AS (
       SELECT g.id, g.stop_requested_at FROM generations g JOIN input i USING (id)
        WHERE g.process_id = $6::uuid AND g.attempt = i.attempt AND g.state IN ('queued', 'streaming')
        FOR SHARE OF g
     ), written AS (
       INSERT INTO generation_thoughts (generation_id, "offset", text, ms)
       SELECT i.id, i."offset", i.text, i.ms FROM input i JOIN owned USING (id)
       ON CONFLICT (generation_id, "offset") DO UPDATE SET text = excluded.text, ms = excluded.ms
     )
     SELECT id, stop_requested_at IS NOT NULL AS stop_requested FROM owned`,
    [
      thoughts.map(({ id }) => id),
      thoughts.map(({ attempt }) => attempt),
      thoughts.map(({ offset }) => offset),
      thoughts.map(({ text }) => text),
      thoughts.map(({ ms }) => ms),
      processId,
    ],
    { prepared: true },
  );
}

/** Notes that the first text of these answers is stored. SQL: hot path of storing text. */
export async function markStreaming(
  sql: Sql,
  processId: string,
  ids: readonly string[],
): Promise<void> {
  await sql.query(
    `UPDATE generations SET state = 'streaming'
      WHERE id = ANY($1::uuid[]) AND process_id = $2::uuid AND state = 'queued'`,
    [ids, processId],
    { prepared: true },
  );
}

/**
 * The stored text of the running attempt, from its start offset on.
 * SQL: readers of a stream poll it, and the reaper reads it in a pipelined transaction.
 */
export async function readChunks(sql: Sql, id: string): Promise<string> {
  const [row] = await sql.query<{ text: string | null }>(
    `SELECT string_agg(text, '' ORDER BY "offset") AS text FROM generation_chunks WHERE generation_id = $1::uuid`,
    [id],
  );
  return row?.text ?? '';
}

/** What the model of the running attempt has thought, as far as it is stored. SQL: part of the reaper's transaction. */
export async function readRunningThought(sql: Sql, id: string): Promise<Thought> {
  const [row] = await sql.query<{ text: string | null; ms: number | null }>(
    `SELECT string_agg(text, '' ORDER BY "offset") AS text, max(ms) AS ms
       FROM generation_thoughts WHERE generation_id = $1::uuid`,
    [id],
  );
  return { text: row?.text ?? '', ms: row?.ms ?? 0 };
}
