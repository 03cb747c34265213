import { prisma, type Sql } from '~/lib/db/index.server';
import type { Citation } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

import {
  CITATION_LIMITS,
  type Cited,
  citedNumbers,
  type CitedPage,
  isPage,
  MAX_NUMBER,
  type Offered,
} from './citation';

// Owns `citations`. Every condition has the owner.

/** The citations of a text. */
export type CitationRow = Pick<Citation, 'textId' | 'profileId'> & { sources: Cited[] };

/**
 * Stores what a text may cite, before it is written: any process can then end it. A text that is continued keeps the numbers
 * that it cites, and the pages of the web that it has found. SQL: joins the transaction that queues the text.
 */
export async function putCitations(
  tx: Sql,
  {
    textId,
    userId,
    profileId,
    sources,
    numbers = [],
  }: Owned<CitationRow & { userId: string }> & {
    /** What a text that has ended cites. */
    numbers?: readonly number[];
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO citations (text_id, user_id, profile_id, sources, numbers)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::jsonb, $5::int[])
     ON CONFLICT (text_id) DO UPDATE SET profile_id = excluded.profile_id,
       sources = excluded.sources || coalesce(
         (SELECT jsonb_agg(one) FROM jsonb_array_elements(citations.sources) AS one
           WHERE one ? 'address' AND NOT EXISTS (
             SELECT 1 FROM jsonb_array_elements(excluded.sources) AS sent WHERE sent->'number' = one->'number')), '[]')
      WHERE citations.user_id = $2::uuid`,
    [textId, userId, profileId, JSON.stringify(sources.slice(0, CITATION_LIMITS.sources)), numbers],
  );
}

/**
 * Gives pages of the web that an answer found numbers of its own, and stores them as what it may cite. A page that it knows
 * keeps its number. SQL: locks the row, since an answer may search several times at once.
 */
export async function addPages(
  tx: Sql,
  userId: UserScope,
  textId: string,
  pages: readonly Omit<CitedPage, 'number' | 'heading'>[],
): Promise<CitedPage[]> {
  await tx.query(
    `INSERT INTO citations (text_id, user_id, sources) VALUES ($1::uuid, $2::uuid, '[]') ON CONFLICT (text_id) DO NOTHING`,
    [textId, userId],
  );
  const [row] = await tx.query<{ sources: Cited[] }>(
    `SELECT sources FROM citations WHERE text_id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [textId, userId],
  );
  const sources = row?.sources ?? [];
  const numbered: CitedPage[] = [];
  for (const page of pages) {
    const known = sources.filter(isPage).find(({ address }) => address === page.address);
    const next = sources.reduce((max, { number }) => Math.max(max, number), 0) + 1;
    if (!known && (next > MAX_NUMBER || sources.length === CITATION_LIMITS.sources)) continue;
    const cited = known ?? { ...page, number: next, heading: '' };
    if (!known) sources.push(cited);
    numbered.push(cited);
  }
  await tx.query(
    `UPDATE citations SET sources = $3::jsonb WHERE text_id = $1::uuid AND user_id = $2::uuid`,
    [textId, userId, JSON.stringify(sources)],
  );
  return numbered;
}

/** The pages of the web that a text has found so far, cited or not. */
export async function findPages(userId: UserScope, textId: string): Promise<CitedPage[]> {
  const row = await prisma.citation.findFirst({
    where: { userId, textId },
    select: { sources: true },
  });
  // The column is JSON that only this feature writes.
  return ((row?.sources ?? []) as unknown as Cited[]).filter(isPage);
}

/**
 * Keeps of a text's citations those that it cites, once it has ended; one that can be continued keeps all. `text` may be the
 * part that this run wrote. SQL: joins the transaction that ends the text.
 */
export async function settleCitations(
  tx: Sql,
  userId: UserScope,
  textId: string,
  text: string,
  isComplete = true,
): Promise<void> {
  const numbers = citedNumbers(text);
  if (!isComplete) {
    await tx.query(
      `UPDATE citations SET numbers = ARRAY(
         SELECT (one->>'number')::int FROM jsonb_array_elements(sources) AS one
          WHERE (one->>'number')::int = ANY(numbers || $3::int[]))
        WHERE text_id = $1::uuid AND user_id = $2::uuid`,
      [textId, userId, numbers],
    );
    return;
  }
  await tx.query(
    `WITH kept AS (
       SELECT array_agg((one->>'number')::int) AS numbers, jsonb_agg(one ORDER BY (one->>'number')::int) AS sources
         FROM citations old CROSS JOIN jsonb_array_elements(old.sources) AS one
        WHERE old.text_id = $1::uuid AND old.user_id = $2::uuid
          AND (one->>'number')::int = ANY(old.numbers || $3::int[])
     ), unused AS (
       DELETE FROM citations WHERE text_id = $1::uuid AND user_id = $2::uuid AND numbers = '{}'
          AND (SELECT kept.numbers IS NULL FROM kept)
     )
     UPDATE citations c SET numbers = kept.numbers, sources = kept.sources FROM kept
      WHERE c.text_id = $1::uuid AND c.user_id = $2::uuid AND kept.numbers IS NOT NULL`,
    [textId, userId, numbers],
    { prepared: true },
  );
}

/** What a number of a text means, or of a rewrite of a part of it that is being written. */
export interface KnownNumber {
  number: number;
  /** Null for a page of the web. */
  chunkId: string | null;
  profileId: string | null;
  /** The text itself cites it. */
  isCited: boolean;
}

/** SQL: looks into the lists of citations, also in the transaction of `offerCitations`. */
export function findNumbers(sql: Sql, userId: UserScope, textId: string): Promise<KnownNumber[]> {
  return sql.query<KnownNumber>(
    `SELECT (one->>'number')::int AS number, one->>'chunkId' AS chunk_id, c.profile_id, c.text_id = $2::uuid AS is_cited
       FROM (SELECT text_id, profile_id, sources FROM citations WHERE text_id = $2::uuid AND user_id = $1::uuid
             UNION ALL
             SELECT text_id, profile_id, sources FROM citations
              WHERE user_id = $1::uuid AND numbers = '{}' AND text_id <> $2::uuid
                AND sources @> jsonb_build_array(jsonb_build_object('textId', $2::uuid))) c
      CROSS JOIN jsonb_array_elements(c.sources) AS one`,
    [userId, textId],
  );
}

/**
 * Stores what a rewrite of a part of a text may cite; false if a number of it has got another meaning meanwhile. SQL: an
 * advisory lock, in the transaction that queues the rewrite.
 */
export async function offerCitations(
  tx: Sql,
  {
    textId: rewriteId,
    userId,
    profileId,
    sources,
  }: Owned<{ textId: string; userId: string }> & {
    profileId: string;
    sources: readonly Offered[];
  },
): Promise<boolean> {
  const [first] = sources;
  if (!first) return true;
  await tx.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('citations:' || $1, 0))`, [
    first.textId,
  ]);
  const known = await findNumbers(tx, userId, first.textId);
  const meaning = new Map(known.map(({ number, chunkId }) => [number, chunkId]));
  if (sources.some(({ number, chunkId }) => (meaning.get(number) ?? chunkId) !== chunkId)) {
    return false;
  }
  await putCitations(tx, { textId: rewriteId, userId, profileId, sources: [...sources] });
  return true;
}

/**
 * Gives a text the citations of a rewrite that has ended, and nothing of what it doesn't cite. They are there before the rewrite
 * is accepted; until then, the text has none of their numbers. SQL: joins the transaction that ends the rewrite.
 */
export async function settleOffered(
  tx: Sql,
  userId: UserScope,
  rewriteId: string,
  text: string,
): Promise<void> {
  await tx.query(
    `WITH offered AS (
       DELETE FROM citations WHERE text_id = $1::uuid AND user_id = $2::uuid RETURNING profile_id, sources
     ), cited AS (
       SELECT profile_id, (one->>'textId')::uuid AS text_id, (one->>'number')::int AS number, one - 'textId' AS one
         FROM offered CROSS JOIN jsonb_array_elements(sources) AS one
        WHERE (one->>'number')::int = ANY($3::int[])
     )
     INSERT INTO citations AS c (text_id, user_id, profile_id, sources, numbers)
     SELECT text_id, $2::uuid, profile_id, jsonb_agg(one ORDER BY number), array_agg(number ORDER BY number)
       FROM cited
      WHERE EXISTS (SELECT 1 FROM pieces p WHERE p.id = cited.text_id AND p.user_id = $2::uuid)
         OR EXISTS (SELECT 1 FROM saved_contents s WHERE s.id = cited.text_id AND s.user_id = $2::uuid)
         OR EXISTS (SELECT 1 FROM chat_documents d WHERE d.id = cited.text_id AND d.user_id = $2::uuid)
      GROUP BY text_id, profile_id
     ON CONFLICT (text_id) DO UPDATE SET
       sources = c.sources || coalesce(
         (SELECT jsonb_agg(one) FROM jsonb_array_elements(excluded.sources) AS one
           WHERE (one->>'number')::int <> ALL(c.numbers)), '[]'),
       numbers = c.numbers || ARRAY(SELECT n FROM unnest(excluded.numbers) AS n WHERE n <> ALL(c.numbers))
      WHERE c.user_id = $2::uuid AND c.profile_id = excluded.profile_id`,
    [rewriteId, userId, citedNumbers(text)],
  );
}

/** Of texts that have ended; those without citations are missing. */
export async function findCitations(
  userId: UserScope,
  textIds: readonly string[],
): Promise<CitationRow[]> {
  const rows = await prisma.citation.findMany({
    where: { userId, textId: { in: [...textIds] }, numbers: { isEmpty: false } },
    select: { textId: true, profileId: true, sources: true, numbers: true },
  });
  // The column is JSON that only this feature writes.
  return rows.map(({ textId, profileId, sources, numbers }) => ({
    textId,
    profileId,
    sources: (sources as unknown as Cited[]).filter(({ number }) => numbers.includes(number)),
  }));
}

/** Of these ids, those of the user's variants, saved content, and documents. */
export async function findTexts(userId: UserScope, ids: readonly string[]): Promise<string[]> {
  const where = { userId, id: { in: [...ids] } };
  const [pieces, contents, documents] = await Promise.all([
    prisma.piece.findMany({ where, select: { id: true } }),
    prisma.savedContent.findMany({ where, select: { id: true } }),
    prisma.chatDocument.findMany({ where, select: { id: true } }),
  ]);
  return [...pieces, ...contents, ...documents].map(({ id }) => id);
}

/** Of these ids, those of the user's variants, saved content, and documents without citations. */
export async function findUncited(userId: UserScope, ids: readonly string[]): Promise<string[]> {
  const [texts, cited] = await Promise.all([
    findTexts(userId, ids),
    prisma.citation.findMany({
      where: { userId, textId: { in: [...ids] } },
      select: { textId: true },
    }),
  ]);
  const known = new Set(cited.map(({ textId }) => textId));
  return texts.filter((id) => !known.has(id));
}

/** Gives a text that was saved from another one its citations. SQL: copies a row in one statement. */
export async function duplicateCitations(
  tx: Sql,
  userId: UserScope,
  fromId: string,
  toId: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO citations (text_id, user_id, profile_id, sources, numbers)
     SELECT $3::uuid, user_id, profile_id, sources, numbers FROM citations
      WHERE text_id = $2::uuid AND user_id = $1::uuid AND numbers <> '{}'
     ON CONFLICT (text_id) DO UPDATE SET profile_id = excluded.profile_id, sources = excluded.sources,
       numbers = excluded.numbers WHERE citations.user_id = $1::uuid`,
    [userId, fromId, toId],
  );
}

export async function hasProfile(userId: UserScope, id: string): Promise<boolean> {
  return (await prisma.profile.count({ where: { userId, id } })) > 0;
}

/** Gives citations to other texts, unless those have some. SQL: joins the transaction that writes the texts. */
export async function moveCitations(
  tx: Sql,
  userId: UserScope,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `UPDATE citations c SET text_id = given.new_id
       FROM unnest($2::uuid[], $3::uuid[]) AS given (old_id, new_id)
      WHERE c.user_id = $1::uuid AND c.text_id = given.old_id
        AND NOT EXISTS (SELECT 1 FROM citations o WHERE o.text_id = given.new_id)`,
    [userId, moves.map(({ from }) => from), moves.map(({ to }) => to)],
  );
}

/** Removes citations of texts that an import didn't bring after all. SQL: joins the transaction that ends the import. */
export async function removeStrayCitations(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query(
    `DELETE FROM citations c WHERE c.user_id = $1::uuid
        AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = c.text_id)
        AND NOT EXISTS (SELECT 1 FROM generated_texts g WHERE g.id = c.text_id)
        AND NOT EXISTS (SELECT 1 FROM pieces p WHERE p.id = c.text_id)
        AND NOT EXISTS (SELECT 1 FROM saved_contents s WHERE s.id = c.text_id)
        AND NOT EXISTS (SELECT 1 FROM chat_documents d WHERE d.id = c.text_id)`,
    [userId],
  );
}
