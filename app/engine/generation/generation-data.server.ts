import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { GenerationState } from './state';

/** Owns `generations`, `generation_chunks` and `app_processes`. */

export interface GenerationRow {
  id: string;
  userId: UserScope;
  conversationId: string | null;
  kind: string;
  state: GenerationState;
  attempt: number;
  processId: string;
  model: string;
  startOffset: number;
  promptTokens: number;
  errorReason: string | null;
}

const COLUMNS = `g.id, g.user_id, g.conversation_id, g.kind, g.state,
  g.attempt, g.process_id, g.model, g.start_offset,
  g.prompt_tokens, g.error_reason`;

export interface NewGeneration {
  id: string;
  userId: UserScope;
  conversationId: string | null;
  kind: string;
  processId: string;
  model: string;
  promptTokens: number;
}

/** @throws a unique violation of generations_one_running_per_conversation when one is running there. */
export async function insertGeneration(tx: Sql, row: NewGeneration): Promise<void> {
  await tx.query(
    `INSERT INTO generations (id, user_id, conversation_id, kind, process_id, model, prompt_tokens)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::uuid, $6, $7::int)`,
    [row.id, row.userId, row.conversationId, row.kind, row.processId, row.model, row.promptTokens],
    { prepared: true },
  );
}

export interface PastGeneration extends Ending {
  id: string;
  userId: UserScope;
  kind: string;
  processId: string;
  model: string;
  createdAt: Date;
}

/** One that ended elsewhere. What it used was paid there. */
export async function insertPastGeneration(tx: Sql, row: PastGeneration): Promise<void> {
  await tx.query(
    `INSERT INTO generations (id, user_id, kind, state, error_reason, process_id, model, created_at, finished_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::generation_state, $5, $6::uuid, $7, $8::timestamptz, $8::timestamptz)`,
    [row.id, row.userId, row.kind, row.state, row.reason, row.processId, row.model, row.createdAt],
  );
}

export async function findGeneration(
  sql: Sql,
  userId: UserScope,
  id: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<GenerationRow | null> {
  const [row] = await sql.query<GenerationRow>(
    `SELECT ${COLUMNS} FROM generations g WHERE g.id = $1::uuid AND g.user_id = $2::uuid ${lock}`,
    [id, userId],
  );
  return row ?? null;
}

/** Of whomever: for those who end and mend what dead processes left. */
export function findGenerations(sql: Sql, ids: readonly string[]): Promise<GenerationRow[]> {
  return sql.query<GenerationRow>(
    `SELECT ${COLUMNS} FROM generations g WHERE g.id = ANY($1::uuid[]) ORDER BY g.id`,
    [ids],
  );
}

/** A new attempt at an answer that broke off; its text goes on at `startOffset`. */
export async function requeue(
  tx: Sql,
  next: ProcessClaim & {
    userId: UserScope;
    model: string;
    startOffset: number;
    promptTokens: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE generations
        SET state = 'queued', attempt = $3::int, process_id = $4::uuid, model = $5, start_offset = $6::int,
            prompt_tokens = $7::int, error_reason = NULL, stop_requested_at = NULL,
            finished_at = NULL
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [
      next.id,
      next.userId,
      next.attempt,
      next.processId,
      next.model,
      next.startOffset,
      next.promptTokens,
    ],
  );
}

export interface Ending {
  state: GenerationState;
  reason: string | null;
}

/** @throws LeaseLost when another process gave the run up for dead meanwhile */
export async function endGeneration(tx: Sql, claim: ProcessClaim, ending: Ending): Promise<void> {
  const ended = await tx.query(
    `UPDATE generations SET state = $4::generation_state, error_reason = $5, finished_at = now()
      WHERE id = $1::uuid AND attempt = $2::int AND process_id = $3::uuid AND state IN ('queued', 'streaming')
      RETURNING id`,
    [claim.id, claim.attempt, claim.processId, ending.state, ending.reason],
    { prepared: true },
  );
  if (ended.length === 0) throw new LeaseLost();
}

/** The last step of an end: the text finds its place, and what was used (weighted tokens) is known. */
export async function closeGeneration(tx: Sql, id: string, usedTokens: number): Promise<void> {
  await tx.query(
    `WITH folded AS (DELETE FROM generation_chunks WHERE generation_id = $1::uuid)
     UPDATE generations SET used_tokens = used_tokens + $2::int WHERE id = $1::uuid`,
    [id, usedTokens],
    { prepared: true },
  );
}

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
 * Appends the new text of all running answers of one process in a single statement. Answers that are no longer this
 * process's are left out of the receipts. FOR SHARE holds off a reaper until the text is in.
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

/** Notes that the first text of these answers is stored. */
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

/** The stored text of the running attempt, from its start offset on. */
export async function readChunks(sql: Sql, id: string): Promise<string> {
  const [row] = await sql.query<{ text: string | null }>(
    `SELECT string_agg(text, '' ORDER BY "offset") AS text FROM generation_chunks WHERE generation_id = $1::uuid`,
    [id],
  );
  return row?.text ?? '';
}

/** Leaves word for the process that owns it. True when it was running. */
export async function requestStop(sql: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE generations SET stop_requested_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND state IN ('queued', 'streaming') RETURNING id`,
    [id, userId],
  );
  return rows.length > 0;
}

export function runningOfConversation(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
): Promise<string[]> {
  return runningOfConversations(sql, userId, [conversationId]);
}

export async function runningOfConversations(
  sql: Sql,
  userId: UserScope,
  conversationIds: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM generations
      WHERE conversation_id = ANY($1::uuid[]) AND user_id = $2::uuid AND state IN ('queued', 'streaming')`,
    [conversationIds, userId],
  );
  return rows.map((row) => row.id);
}

export async function runningOfUser(sql: Sql, userId: UserScope): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM generations WHERE user_id = $1::uuid AND state IN ('queued', 'streaming')`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/** Tells the others that this process is alive. */
export async function beat(sql: Sql, processId: string): Promise<void> {
  await sql.query(
    `INSERT INTO app_processes (id) VALUES ($1::uuid)
     ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()`,
    [processId],
  );
}

export async function removeProcess(sql: Sql, processId: string): Promise<void> {
  await sql.query(`DELETE FROM app_processes WHERE id = $1::uuid`, [processId]);
}

/**
 * Running answers whose process has shown no life for `staleSeconds` (0: of any process but `processId`). The database's
 * clock decides, so the machines' clocks need not agree.
 */
export function findOrphans(
  sql: Sql,
  processId: string,
  staleSeconds: number,
): Promise<GenerationRow[]> {
  return sql.query<GenerationRow>(
    `SELECT ${COLUMNS} FROM generations g
      WHERE g.state IN ('queued', 'streaming') AND g.process_id <> $1::uuid
        AND NOT EXISTS (
          SELECT 1 FROM app_processes p
           WHERE p.id = g.process_id AND p.heartbeat_at > now() - make_interval(secs => $2::int)
        )
      ORDER BY g.id LIMIT 100`,
    [processId, staleSeconds],
  );
}

/** Those of these processes that are known; one without a beat for `staleSeconds` is dead. */
export async function findProcesses(
  sql: Sql,
  ids: readonly string[],
  staleSeconds: number,
): Promise<Map<string, { alive: boolean }>> {
  const rows = await sql.query<{ id: string; alive: boolean }>(
    `SELECT id, heartbeat_at > now() - make_interval(secs => $2::int) AS alive
       FROM app_processes WHERE id = ANY($1::uuid[])`,
    [ids, staleSeconds],
  );
  return new Map(rows.map(({ id, alive }) => [id, { alive }]));
}

/** Answers of this process for which another left word to stop. */
export async function findStopRequests(sql: Sql, processId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM generations
      WHERE process_id = $1::uuid AND state IN ('queued', 'streaming') AND stop_requested_at IS NOT NULL`,
    [processId],
  );
  return rows.map((row) => row.id);
}

/** Forgets processes that have long been dead and own nothing that runs. */
export async function removeDeadProcesses(sql: Sql, staleSeconds: number): Promise<void> {
  await sql.query(
    `DELETE FROM app_processes p
      WHERE p.heartbeat_at < now() - make_interval(secs => $1::int)
        AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.process_id = p.id AND g.state IN ('queued', 'streaming')
        )`,
    [staleSeconds],
  );
}

/** What an answer has used over all its attempts, and its conversation with every version of every answer. */
export async function usageOf(
  sql: Sql,
  answer: { userId: UserScope; conversationId: string; id: string },
): Promise<{ usedTokens: number | null; model: string | null; conversationTokens: number }> {
  const { userId, conversationId, id } = answer;
  const [row] = await sql.query<{
    usedTokens: number | null;
    model: string | null;
    tokens: number;
  }>(
    `SELECT max(used_tokens) FILTER (WHERE id = $1::uuid) AS used_tokens,
            max(model) FILTER (WHERE id = $1::uuid) AS model, coalesce(sum(used_tokens), 0) AS tokens
       FROM generations WHERE conversation_id = $2::uuid AND user_id = $3::uuid`,
    [id, conversationId, userId],
    { prepared: true },
  );
  return {
    usedTokens: row?.usedTokens ?? null,
    model: row?.model ?? null,
    conversationTokens: Number(row?.tokens ?? 0),
  };
}

export async function conversationTokens(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
): Promise<number> {
  const [row] = await sql.query<{ tokens: number }>(
    `SELECT coalesce(sum(used_tokens), 0) AS tokens FROM generations
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid`,
    [conversationId, userId],
    { prepared: true },
  );
  return Number(row?.tokens ?? 0);
}
