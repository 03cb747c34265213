import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import type { ChatUsage } from '~/gateways/ai/index.server';
import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import type { ToolCall, ToolRound } from '~/lib/prisma/client';

import { ADD_USAGE, usageColumns } from '../generation-data.server';
import type { RoundMark } from '../run/runs.server';
import type { GenerationState } from '../state';
import type { ToolCallDetails, ToolCallView } from './tool-call';

// Owns `tool_rounds` and `tool_calls`.

/** A call as its next round knows it. */
export type StoredCall = Pick<
  ToolCall,
  'id' | 'round' | 'callId' | 'tool' | 'input' | 'state' | 'output'
>;

export type NewCall = Pick<ToolCall, 'id' | 'callId' | 'tool' | 'input' | 'title'>;

export interface EndedRound {
  claim: ProcessClaim;
  userId: UserScope;
  model: string;
  /** Where the next one begins. */
  next: RoundMark;
  reasoning: readonly unknown[] | null;
  calls: readonly NewCall[];
  /** Weighted. */
  tokens: number;
  usage: ChatUsage | null;
}

/**
 * Stores a round that ended with calls, before these are run; a second time, it changes nothing.
 * SQL: fenced by the claim, and part of the transaction that settles the round.
 * @throws LeaseLost when another process has taken this one for dead and ended the run.
 */
export async function insertRound(tx: Sql, round: EndedRound): Promise<void> {
  const { claim, userId, model, next, reasoning, calls, tokens, usage } = round;
  const held = await tx.query(
    `UPDATE generations SET ${ADD_USAGE}, rounds = $10::int, round_offset = $11::int, round_thought = $12::int,
            round_tokens = $13::int
      WHERE id = $1::uuid AND attempt = $14::int AND process_id = $15::uuid AND state IN ('queued', 'streaming')
        AND rounds = $10::int - 1
      RETURNING id`,
    [
      claim.id,
      ...usageColumns(tokens, usage),
      next.number,
      next.offset,
      next.thought,
      next.tokens,
      claim.attempt,
      claim.processId,
    ],
  );
  if (held.length === 0) {
    // Its commit may have succeeded without our hearing of it.
    const known = await tx.query(
      `SELECT 1 FROM generations WHERE id = $1::uuid AND attempt = $2::int AND process_id = $3::uuid
          AND state IN ('queued', 'streaming') AND rounds = $4::int`,
      [claim.id, claim.attempt, claim.processId, next.number],
    );
    if (known.length === 0) throw new LeaseLost();
    return;
  }
  const number = next.number - 1;
  await tx.query(
    `INSERT INTO tool_rounds (generation_id, number, model, end_offset, reasoning)
     VALUES ($1::uuid, $2::int, $3, $4::int, $5::jsonb)`,
    [claim.id, number, model, next.offset, reasoning && JSON.stringify(reasoning)],
  );
  await tx.query(
    `INSERT INTO tool_calls (message_id, user_id, round, position, id, call_id, tool, input, title)
     SELECT $1::uuid, $2::uuid, $3::int, place - 1, given.id, call_id, tool, input, title
       FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[])
         WITH ORDINALITY AS given (id, call_id, tool, input, title, place)`,
    [
      claim.id,
      userId,
      number,
      calls.map(({ id }) => id),
      calls.map(({ callId }) => callId),
      calls.map(({ tool }) => tool),
      calls.map(({ input }) => input),
      calls.map(({ title }) => title),
    ],
  );
}

/**
 * Stores what came of a call and what it cost, once.
 * SQL: fenced by the claim of the answer.
 * @throws LeaseLost when the answer is no longer this process's.
 */
export async function endCall(
  tx: Sql,
  claim: ProcessClaim,
  call: Pick<ToolCall, 'id' | 'state' | 'output' | 'note'>,
  cost: number,
): Promise<void> {
  const ended = await tx.query(
    `WITH known AS (SELECT state FROM tool_calls WHERE id = $4::uuid AND message_id = $1::uuid FOR UPDATE),
          held AS (
       UPDATE generations SET used_tokens = used_tokens
              + CASE WHEN (SELECT state FROM known) IN ('running', 'cut') THEN $8::int ELSE 0 END
        WHERE id = $1::uuid AND attempt = $2::int AND process_id = $3::uuid AND state IN ('queued', 'streaming')
        RETURNING id
     )
     UPDATE tool_calls c SET state = $5::tool_call_state, output = $6, note = $7, finished_at = now()
       FROM held, known WHERE c.id = $4::uuid
        AND (known.state IN ('running', 'cut') OR (c.state = $5::tool_call_state AND c.output = $6))
      RETURNING c.id`,
    [claim.id, claim.attempt, claim.processId, call.id, call.state, call.output, call.note, cost],
  );
  if (ended.length === 0) throw new LeaseLost();
}

/** The calls that a resumed answer makes again run from now on. */
export async function reopenCalls(userId: UserScope, ids: readonly string[]): Promise<void> {
  await prisma.toolCall.updateMany({
    where: { userId, id: { in: [...ids] }, state: 'cut' },
    data: { state: 'running', finishedAt: null },
  });
}

/**
 * Ends what still runs with its answer, and removes the rounds of a complete one. SQL: part of the transaction that ends the
 * answer.
 */
export async function closeRounds(tx: Sql, id: string, state: GenerationState): Promise<void> {
  await tx.query(
    `WITH over AS (DELETE FROM tool_rounds WHERE generation_id = $1::uuid AND $2 = 'done')
     UPDATE tool_calls SET state = 'cut', finished_at = now() WHERE message_id = $1::uuid AND state = 'running'`,
    [id, state],
  );
}

export type PastRound = Pick<ToolRound, 'number' | 'model' | 'endOffset'> & {
  reasoning: unknown[] | null;
  calls: StoredCall[];
};

/** The complete rounds of an answer, in order. SQL: part of the pipelined transaction that continues it. */
export async function readRounds(sql: Sql, userId: UserScope, id: string): Promise<PastRound[]> {
  const [rounds, calls] = await Promise.all([
    sql.query<Omit<PastRound, 'calls'>>(
      `SELECT r.number, r.model, r.end_offset, r.reasoning FROM tool_rounds r JOIN generations g ON g.id = r.generation_id
        WHERE g.id = $1::uuid AND g.user_id = $2::uuid ORDER BY r.number`,
      [id, userId],
    ),
    sql.query<StoredCall>(
      `SELECT id, round, call_id, tool, input, state, output FROM tool_calls
        WHERE message_id = $1::uuid AND user_id = $2::uuid ORDER BY round, position`,
      [id, userId],
    ),
  ]);
  return rounds.map((round) => ({
    ...round,
    calls: calls.filter((call) => call.round === round.number),
  }));
}

/** The tool calls of a text, in order. */
export function readToolCalls(userId: UserScope, messageId: string): Promise<ToolCallView[]> {
  return prisma.toolCall.findMany({
    where: { userId, messageId },
    select: { id: true, title: true, state: true, note: true },
    orderBy: [{ round: 'asc' }, { position: 'asc' }],
  });
}

/** What the call at this place was given and brought; null for none. */
export function readToolCall(
  userId: UserScope,
  messageId: string,
  place: number,
): Promise<ToolCallDetails | null> {
  return prisma.toolCall.findFirst({
    where: { userId, messageId },
    select: { input: true, output: true },
    orderBy: [{ round: 'asc' }, { position: 'asc' }],
    skip: place,
  });
}

/** A call as archives have it. */
export type ArchivedCall = Pick<ToolCall, 'tool' | 'input' | 'title' | 'output' | 'note'> & {
  state: Exclude<ToolCall['state'], 'running'>;
};

/** The calls of these texts that have ended, by the text's id. */
export async function callsOf(
  userId: UserScope,
  messageIds: readonly string[],
): Promise<Map<string, ArchivedCall[]>> {
  const calls = new Map<string, ArchivedCall[]>();
  if (messageIds.length === 0) return calls;
  const rows = await prisma.toolCall.findMany({
    where: { userId, messageId: { in: [...messageIds] }, state: { not: 'running' } },
    select: {
      messageId: true,
      tool: true,
      input: true,
      title: true,
      state: true,
      output: true,
      note: true,
    },
    orderBy: [{ messageId: 'asc' }, { round: 'asc' }, { position: 'asc' }],
  });
  for (const { messageId, ...call } of rows as (ArchivedCall & { messageId: string })[]) {
    calls.set(messageId, [...(calls.get(messageId) ?? []), call]);
  }
  return calls;
}

/** Writes the calls of imported texts. SQL: a bulk insert in an import's pipelined transaction. */
export async function insertPastCalls(
  tx: Sql,
  userId: UserScope,
  calls: readonly (ArchivedCall & { id: string; messageId: string; position: number })[],
): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `INSERT INTO tool_calls (user_id, round, call_id, finished_at, id, message_id, position, tool, input, title, state,
            output, note)
     SELECT $1::uuid, 0, '', now(), given.* FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[],
            $7::text[], $8::tool_call_state[], $9::text[], $10::text[])
       AS given (id, message_id, position, tool, input, title, state, output, note)
     ON CONFLICT DO NOTHING`,
    [
      userId,
      calls.map(({ id }) => id),
      calls.map(({ messageId }) => messageId),
      calls.map(({ position }) => position),
      calls.map(({ tool }) => tool),
      calls.map(({ input }) => input),
      calls.map(({ title }) => title),
      calls.map(({ state }) => state),
      calls.map(({ output }) => output),
      calls.map(({ note }) => note),
    ],
  );
}
