import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import { type ChatUsage, NO_PARTS } from '~/gateways/ai/index.server';
import { prisma, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import type { Generation, Prisma } from '~/lib/prisma/client';
import { type Owned, userScope, type UserScope } from '~/lib/scope';

import { MAX_THOUGHT, type Thought } from './run/thinking.server';

// Owns `generations` and `app_processes`. What running generations have stored is in store/running-data.server.ts.

const ROW = {
  id: true,
  userId: true,
  conversationId: true,
  kind: true,
  state: true,
  attempt: true,
  processId: true,
  model: true,
  startOffset: true,
  promptTokens: true,
  rounds: true,
  roundOffset: true,
  roundThought: true,
  roundTokens: true,
  errorReason: true,
} satisfies Prisma.GenerationSelect;

export type GenerationRow = Owned<Prisma.GenerationGetPayload<{ select: typeof ROW }>>;

/** The same columns for SQL, of `generations g`. */
const COLUMNS = `g.id, g.user_id, g.conversation_id, g.kind, g.state, g.attempt, g.process_id, g.model,
  g.start_offset, g.prompt_tokens, g.rounds, g.round_offset, g.round_thought, g.round_tokens, g.error_reason`;

const RUNNING = { in: ['queued', 'streaming'] } satisfies Prisma.EnumGenerationStateFilter;

export type NewGeneration = Owned<
  Pick<
    Generation,
    | 'id'
    | 'userId'
    | 'conversationId'
    | 'kind'
    | 'processId'
    | 'model'
    | 'demo'
    | 'promptTokens'
    | 'contextFrom'
    | 'leftOut'
  >
>;

/**
 * SQL: hot path, part of the pipelined transaction that sends a message.
 * @throws a unique violation of generations_one_running_per_conversation when the conversation has a running answer.
 */
export async function insertGeneration(tx: Sql, row: NewGeneration): Promise<void> {
  await tx.query(
    `INSERT INTO generations (id, user_id, conversation_id, kind, process_id, model, demo, prompt_tokens,
            context_from, left_out)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::uuid, $6, $7::boolean, $8::int, $9::uuid, $10::int)`,
    [
      row.id,
      row.userId,
      row.conversationId,
      row.kind,
      row.processId,
      row.model,
      row.demo,
      row.promptTokens,
      row.contextFrom,
      row.leftOut,
    ],
    { prepared: true },
  );
}

export interface Ending {
  state: Generation['state'];
  reason: string | null;
}

export type PastGeneration = Ending &
  Owned<Pick<Generation, 'id' | 'userId' | 'kind' | 'processId' | 'model' | 'demo' | 'createdAt'>>;

/**
 * A generation that ended on another installation, where it was also paid for.
 * SQL: part of an import's pipelined transaction.
 */
export async function insertPastGeneration(tx: Sql, row: PastGeneration): Promise<void> {
  await tx.query(
    `INSERT INTO generations
       (id, user_id, kind, state, error_reason, process_id, model, demo, created_at, finished_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::generation_state, $5, $6::uuid, $7, $8::boolean, $9::timestamptz, $9::timestamptz)`,
    [
      row.id,
      row.userId,
      row.kind,
      row.state,
      row.reason,
      row.processId,
      row.model,
      row.demo,
      row.createdAt,
    ],
  );
}

/** Null when it is not there or not this user's. SQL: locks the row on request, and readers of a stream poll it. */
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

/** Whether the built-in demo wrote this user's text, or a part of it. */
export async function isDemoText(db: PrismaTx, userId: UserScope, id: string): Promise<boolean> {
  return (await db.generation.count({ where: { id, userId, demo: true } })) > 0;
}

/** Any user's: for the code that ends and completes what dead processes left. */
export async function findGenerations(ids: string[]): Promise<GenerationRow[]> {
  const rows = await prisma.generation.findMany({
    where: { id: { in: ids } },
    select: ROW,
    orderBy: { id: 'asc' },
  });
  return rows.map((row) => ({ ...row, userId: userScope(row.userId) }));
}

/**
 * A new attempt at an answer that ended early; its text continues at `startOffset`.
 * SQL: hot path, part of the pipelined transaction that continues an answer.
 */
export async function requeue(
  tx: Sql,
  next: ProcessClaim &
    Owned<
      Pick<
        Generation,
        'userId' | 'model' | 'demo' | 'startOffset' | 'promptTokens' | 'contextFrom' | 'leftOut'
      >
    >,
): Promise<void> {
  await tx.query(
    `UPDATE generations
        SET state = 'queued', attempt = $3::int, process_id = $4::uuid, model = $5, start_offset = $6::int,
            prompt_tokens = $7::int, demo = demo OR $8::boolean, context_from = $9::uuid, left_out = $10::int,
            round_offset = $6::int, round_thought = 0, round_tokens = 0, error_reason = NULL, stop_requested_at = NULL, finished_at = NULL
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [
      next.id,
      next.userId,
      next.attempt,
      next.processId,
      next.model,
      next.startOffset,
      next.promptTokens,
      next.demo,
      next.contextFrom,
      next.leftOut,
    ],
  );
}

/**
 * Returns how many of its rounds were complete.
 * SQL: hot path, part of the pipelined transaction that ends an answer.
 * @throws LeaseLost when another process has taken this one for dead and ended the run.
 */
export async function endGeneration(tx: Sql, claim: ProcessClaim, ending: Ending): Promise<number> {
  const [ended] = await tx.query<{ rounds: number }>(
    `UPDATE generations SET state = $4::generation_state, error_reason = $5, finished_at = now()
      WHERE id = $1::uuid AND attempt = $2::int AND process_id = $3::uuid AND state IN ('queued', 'streaming')
      RETURNING rounds`,
    [claim.id, claim.attempt, claim.processId, ending.state, ending.reason],
    { prepared: true },
  );
  if (!ended) throw new LeaseLost();
  return ended.rounds;
}

/** Adds to the row what was used, given by `usageColumns` from $2 on. */
export const ADD_USAGE = `used_tokens = used_tokens + $2::int,
            read_tokens = read_tokens + $3::int, written_tokens = written_tokens + $4::int,
            cached_tokens = cached_tokens + $5::int, cache_write_tokens = cache_write_tokens + $6::int,
            reasoning_tokens = reasoning_tokens + $7::int, audio_tokens = audio_tokens + $8::int,
            provider_cost = CASE WHEN $9::float8 IS NULL THEN provider_cost
                                 ELSE coalesce(provider_cost, 0) + $9::float8 END`;

export function usageColumns(tokens: number, usage: ChatUsage | null): (number | null)[] {
  const parts = usage?.parts ?? NO_PARTS;
  return [
    tokens,
    usage?.promptTokens ?? 0,
    usage?.completionTokens ?? 0,
    parts.cachedTokens,
    parts.cacheWriteTokens,
    parts.reasoningTokens,
    parts.audioTokens,
    parts.cost,
  ];
}

/**
 * The last step of an end, once the text is folded: removes its chunks and running thoughts, and adds the weighted tokens that were used and
 * what the provider reported of them.
 * SQL: hot path, one statement for three tables.
 */
export async function closeGeneration(
  tx: Sql,
  id: string,
  { tokens, usage, thought }: { tokens: number; usage: ChatUsage | null; thought: Thought },
): Promise<void> {
  await tx.query(
    `WITH folded AS (DELETE FROM generation_chunks WHERE generation_id = $1::uuid),
          thoughts AS (DELETE FROM generation_thoughts WHERE generation_id = $1::uuid)
     UPDATE generations SET ${ADD_USAGE},
            thought = left(concat_ws(E'\\n\\n', nullif(thought, ''), nullif($10::text, '')), $12::int),
            thought_ms = thought_ms + $11::int
      WHERE id = $1::uuid`,
    [id, ...usageColumns(tokens, usage), thought.text, thought.ms, MAX_THOUGHT],
    { prepared: true },
  );
}

/** Leaves a request for the process that owns it, if it is running. */
export async function requestStop(userId: UserScope, id: string): Promise<void> {
  await prisma.generation.updateMany({
    where: { id, userId, state: RUNNING },
    data: { stopRequestedAt: new Date() },
  });
}

/** The running generations of these conversations. SQL: pipelined transactions ask, too. */
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

/** The running generations that match. */
async function findRunning(where: Prisma.GenerationWhereInput): Promise<string[]> {
  const rows = await prisma.generation.findMany({
    where: { ...where, state: RUNNING },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

export function runningOfUser(userId: UserScope): Promise<string[]> {
  return findRunning({ userId });
}

/** This process's answers that were stopped through another process. */
export function findStopRequests(processId: string): Promise<string[]> {
  return findRunning({ processId, stopRequestedAt: { not: null } });
}

/**
 * Shows the other processes that this one is alive.
 * SQL: takes the time from the database, whose clock all processes share; it may join a pipelined transaction.
 */
export async function beat(sql: Sql, processId: string): Promise<void> {
  await sql.query(
    `INSERT INTO app_processes (id) VALUES ($1::uuid)
     ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()`,
    [processId],
  );
}

export async function removeProcess(id: string): Promise<void> {
  await prisma.appProcess.deleteMany({ where: { id } });
}

/**
 * Running answers whose process hasn't beaten for `staleSeconds` (0: those of any process but `processId`).
 * SQL: compares heartbeats by the database's clock, so the machines' clocks needn't agree.
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

/**
 * Which of these processes are known, and whether each has beaten within `staleSeconds`.
 * SQL: compares heartbeats by the database's clock.
 */
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

/** Removes processes that own nothing running. SQL: compares heartbeats by the database's clock. */
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

/** What a text used over all its attempts, and what the last one was based on; all null where it has no generation. */
export type UsedTokens = {
  [
    Column in
      | 'usedTokens'
      | 'model'
      | 'readTokens'
      | 'writtenTokens'
      | 'cachedTokens'
      | 'cacheWriteTokens'
      | 'reasoningTokens'
      | 'audioTokens'
      | 'providerCost'
      | 'thoughtMs'
      | 'promptTokens'
      | 'contextFrom'
      | 'leftOut'
  ]: Generation[Column] | null;
};

/**
 * What an answer used over all its attempts, and what its conversation used with every version of every answer.
 * SQL: hot path of ending an answer, one statement for both sums (decision 0046).
 */
export async function usageOf(
  sql: Sql,
  answer: { userId: UserScope; conversationId: string; id: string },
): Promise<UsedTokens & { conversationTokens: number }> {
  const { userId, conversationId, id } = answer;
  const [row] = await sql.query<UsedTokens & { conversationTokens: number }>(
    `SELECT g.used_tokens, g.model, g.read_tokens, g.written_tokens, g.cached_tokens, g.cache_write_tokens,
            g.reasoning_tokens, g.audio_tokens, g.provider_cost, g.thought_ms, g.prompt_tokens, g.context_from,
            g.left_out, total.tokens AS conversation_tokens
       FROM (SELECT coalesce(sum(used_tokens), 0) AS tokens FROM generations
              WHERE conversation_id = $2::uuid AND user_id = $3::uuid) total
       LEFT JOIN generations g ON g.id = $1::uuid AND g.user_id = $3::uuid`,
    [id, conversationId, userId],
    { prepared: true },
  );
  return { ...row!, conversationTokens: Number(row!.conversationTokens) };
}

/** The weighted tokens that a conversation used with every version of every answer. SQL: hot path, read with each page. */
export async function conversationTokens(
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

/** What the model thought before its text; empty for nothing. */
export async function readThought(userId: UserScope, id: string): Promise<string> {
  const found = await prisma.generation.findFirst({
    where: { id, userId },
    select: { thought: true },
  });
  return found?.thought ?? '';
}
