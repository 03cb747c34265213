import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type {
  ImportCandidate as CandidateRow,
  ImportedConversation,
  ImportOutcome,
} from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type {
  ImportCandidate,
  ImportChoice,
  ImportFound,
  ImportReportLine,
} from '../page/import-export';
import type { IncomingService } from './incoming';

// Owns `import_candidates` and `imported_conversations`. The owner is part of every condition. What the process of an
// import needs is SQL: it works in SQL-form transactions, and Prisma's first query would take 32 MB of its memory.

export type NewCandidate = Pick<
  CandidateRow,
  'index' | 'key' | 'title' | 'startedAt' | 'endedAt' | 'messages' | 'standing'
> & { remarks: readonly string[] };

/** Of a conversation that the export has twice, the larger one counts. SQL: bulk, with a conditional upsert. */
export async function insertCandidates(
  tx: Sql,
  { id, userId }: { id: string; userId: UserScope },
  candidates: readonly NewCandidate[],
): Promise<void> {
  await tx.query(
    `INSERT INTO import_candidates (import_id, user_id, index, key, title, started_at, ended_at, messages, standing, remarks)
     SELECT $1::uuid, $2::uuid, input.*
       FROM unnest($3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::int[],
                   $9::import_standing[], $10::jsonb[]) AS input
     ON CONFLICT (import_id, key) DO UPDATE
        SET messages = greatest(import_candidates.messages, excluded.messages),
            ended_at = greatest(import_candidates.ended_at, excluded.ended_at),
            standing = CASE WHEN import_candidates.standing = 'known' THEN excluded.standing
                            ELSE import_candidates.standing END`,
    [
      id,
      userId,
      candidates.map(({ index }) => index),
      candidates.map(({ key }) => key) as string[],
      candidates.map(({ title }) => title),
      candidates.map(({ startedAt }) => startedAt?.toISOString() ?? null) as string[],
      candidates.map(({ endedAt }) => endedAt?.toISOString() ?? null) as string[],
      candidates.map(({ messages }) => messages),
      candidates.map(({ standing }) => standing),
      candidates.map(({ remarks }) => JSON.stringify(remarks)),
    ],
  );
}

/** Removes what an interrupted preview left. SQL: for the import's process. */
export async function clearCandidates(sql: Sql, userId: UserScope, id: string): Promise<void> {
  await sql.query(
    `DELETE FROM import_candidates WHERE import_id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
}

type Counts = Omit<ImportFound, 'others' | 'remarks'>;

/** SQL: for the import's process, and each count has a condition. */
export async function countCandidates(sql: Sql, userId: UserScope, id: string): Promise<Counts> {
  const [row] = await sql.query<
    Omit<Counts, 'earliest' | 'latest'> & { earliest: Date | null; latest: Date | null }
  >(
    `SELECT count(*) AS conversations, count(*) FILTER (WHERE standing = 'fresh') AS fresh,
            count(*) FILTER (WHERE standing = 'grown') AS grown,
            count(*) FILTER (WHERE standing = 'known') AS known,
            count(*) FILTER (WHERE standing = 'unreadable') AS unreadable,
            min(coalesce(started_at, ended_at)) AS earliest, max(coalesce(ended_at, started_at)) AS latest
       FROM import_candidates WHERE import_id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  const { earliest, latest, ...counts } = row!;
  return { ...counts, earliest: earliest?.getTime() ?? null, latest: latest?.getTime() ?? null };
}

/** In the order of the export, from the index after `after`. */
export async function readCandidates(
  userId: UserScope,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ImportCandidate[]> {
  const rows = await prisma.importCandidate.findMany({
    where: { importId, userId, index: { gt: after } },
    orderBy: { index: 'asc' },
    take: limit,
    select: {
      ...{ index: true, title: true, startedAt: true, endedAt: true },
      ...{ messages: true, standing: true },
    },
  });
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    createdAt: startedAt?.getTime() ?? null,
    updatedAt: endedAt?.getTime() ?? null,
  }));
}

/** Marks what to import among what is new or has grown; returns how many. SQL: the choice may name 200,000 indexes. */
export async function chooseCandidates(
  tx: Sql,
  userId: UserScope,
  id: string,
  choice: ImportChoice,
): Promise<number> {
  const named = choice.all ? choice.except : choice.only;
  const rows = await tx.query<{ index: number }>(
    `UPDATE import_candidates SET chosen = true
      WHERE import_id = $1::uuid AND user_id = $2::uuid AND standing IN ('fresh', 'grown')
        AND (index = ANY($3::int[])) IS DISTINCT FROM $4::boolean RETURNING index`,
    [id, userId, named, choice.all],
  );
  return rows.length;
}

/** The indexes of what is chosen and not imported yet, by key. SQL: for the import's process, up to 200,000 rows. */
export async function readChosen(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<Map<string, number>> {
  const rows = await sql.query<{ key: string; index: number }>(
    `SELECT key, index FROM import_candidates
      WHERE import_id = $1::uuid AND user_id = $2::uuid AND chosen AND outcome IS NULL AND key IS NOT NULL`,
    [id, userId],
  );
  return new Map(rows.map(({ key, index }) => [key, index]));
}

/** Skips what can't be read, whatever was chosen; returns how many conversations those are. */
export async function skipUnreadable(
  tx: PrismaTx,
  userId: UserScope,
  importId: string,
): Promise<number> {
  const { count } = await tx.importCandidate.updateMany({
    where: { importId, userId, standing: 'unreadable', outcome: null },
    data: { outcome: 'skipped' },
  });
  return count;
}

export type Outcome = Pick<CandidateRow, 'index' | 'conversationId'> & {
  outcome: ImportOutcome;
  remarks: readonly string[];
};

/** SQL: bulk. */
export async function putOutcomes(
  tx: Sql,
  userId: UserScope,
  id: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  await tx.query(
    `UPDATE import_candidates c SET outcome = input.outcome, conversation_id = input.conversation, remarks = input.remarks
       FROM unnest($3::int[], $4::import_outcome[], $5::uuid[], $6::jsonb[]) AS input (index, outcome, conversation, remarks)
      WHERE c.import_id = $1::uuid AND c.user_id = $2::uuid AND c.index = input.index`,
    [
      id,
      userId,
      outcomes.map(({ index }) => index),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ conversationId }) => conversationId) as string[],
      outcomes.map(({ remarks }) => JSON.stringify(remarks)),
    ],
  );
}

/**
 * Skips what was chosen and then not found, because the export is damaged; returns how many. SQL: for the import's process.
 */
export async function skipRest(
  tx: Sql,
  userId: UserScope,
  id: string,
  remark: string,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE import_candidates SET outcome = 'skipped', remarks = $3::jsonb
      WHERE import_id = $1::uuid AND user_id = $2::uuid AND chosen AND outcome IS NULL RETURNING index`,
    [id, userId, JSON.stringify([remark])],
  );
  return rows.length;
}

/** Those with remarks, in the order of the export. SQL: compares JSON with an index, and joins what isn't deleted. */
export function readReport(
  sql: Sql,
  userId: UserScope,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<ImportReportLine[]> {
  return sql.query<ImportReportLine>(
    `SELECT r.index, r.title, c.id AS conversation_id, r.remarks
       FROM import_candidates r
       LEFT JOIN conversations c ON c.id = r.conversation_id AND c.user_id = $2::uuid AND c.deleted_at IS NULL
      WHERE r.import_id = $1::uuid AND r.user_id = $2::uuid AND r.index > $3::int AND r.remarks <> '[]'::jsonb
        AND (r.standing = 'unreadable' OR r.outcome IS NOT NULL)
      ORDER BY r.index LIMIT $4::int`,
    [id, userId, after, limit],
  );
}

/** The conversations that an import created, from the index after `after`. SQL: for the import's process. */
export function readCreated(
  sql: Sql,
  userId: UserScope,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ index: number; conversationId: string }[]> {
  return sql.query(
    `SELECT index, conversation_id FROM import_candidates
      WHERE import_id = $1::uuid AND user_id = $2::uuid AND index > $3::int
        AND outcome = 'imported' AND conversation_id IS NOT NULL
      ORDER BY index LIMIT $4::int`,
    [id, userId, after, limit],
  );
}

/** Removes some of a user's rows; false when there were none. */
export async function removeSomeCandidates(userId: UserScope, limit: number): Promise<boolean> {
  const { count } = await prisma.importCandidate.deleteMany({ where: { userId }, limit });
  return count > 0;
}

/** A conversation of another service, with the one that it was imported as. */
export type Known = Pick<
  ImportedConversation,
  'key' | 'conversationId' | 'messages' | 'endedAt' | 'missingFiles'
>;

/** Without those that were deleted since, which may be imported again. SQL: for the import's process. */
export function findKnown(
  sql: Sql,
  userId: UserScope,
  service: IncomingService,
  keys: readonly string[],
): Promise<Known[]> {
  return sql.query<Known>(
    `SELECT k.key, k.conversation_id, k.messages, k.ended_at,
            k.missing_files
       FROM imported_conversations k
       JOIN conversations c ON c.id = k.conversation_id AND c.user_id = $1::uuid AND c.deleted_at IS NULL
      WHERE k.user_id = $1::uuid AND k.service = $2 AND k.key = ANY($3::text[])`,
    [userId, service, keys],
  );
}

/** SQL: a bulk upsert. */
export async function putKnown(
  tx: Sql,
  userId: UserScope,
  service: IncomingService,
  known: readonly Known[],
): Promise<void> {
  await tx.query(
    `INSERT INTO imported_conversations AS k (user_id, service, key, conversation_id, messages, ended_at, missing_files)
     SELECT $1::uuid, $2, input.*
       FROM unnest($3::text[], $4::uuid[], $5::int[], $6::timestamptz[], $7::int[])
         AS input (key, conversation, messages, ended, missing)
     ON CONFLICT (user_id, service, key) DO UPDATE
        SET conversation_id = excluded.conversation_id, messages = excluded.messages, ended_at = excluded.ended_at,
            missing_files = excluded.missing_files`,
    [
      userId,
      service,
      known.map(({ key }) => key),
      known.map(({ conversationId }) => conversationId),
      known.map(({ messages }) => messages),
      known.map(({ endedAt }) => endedAt?.toISOString() ?? null) as string[],
      known.map(({ missingFiles }) => missingFiles),
    ],
  );
}
