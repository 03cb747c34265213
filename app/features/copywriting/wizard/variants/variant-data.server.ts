import type { GenerationState } from '~/engine/generation';
import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `pieces`. The owner is part of every condition, and those of a deleted brief are there for no one. SQL: what
// joins the pipelined transactions that queue and end texts, and joins with generations, to which Prisma has no relation.

export interface VariantRow {
  id: string;
  briefId: string;
  format: string;
  position: number;
  state: GenerationState;
  reason: string | null;
  usedTokens: number;
  /** As the model wrote it, with what has come of a running one. */
  content: string;
  edited: string | null;
  version: number;
  shown: boolean;
  /** All that were written at its place, oldest first. */
  versions: string[];
  savedId: string | null;
  savedCategory: string | null;
  savedVersion: number | null;
}

const THEIRS = `p.user_id = $1::uuid AND b.deleted_at IS NULL`;
// One statement sees one moment: a text that ends meanwhile is either running with its parts, or over and whole.
const PIECE = `p.id, p.brief_id, p.format, p.position, g.state, g.error_reason AS reason,
  g.used_tokens, p.edited, p.version, p.replaced_at IS NULL AS shown,
  p.content || coalesce((
    SELECT string_agg(c.text, '' ORDER BY c."offset") FROM generation_chunks c WHERE c.generation_id = p.id
  ), '') AS content,
  ARRAY(SELECT v.id FROM pieces v
         WHERE v.brief_id = p.brief_id AND v.format = p.format AND v.position = p.position ORDER BY v.id) AS versions,
  s.id AS saved_id, s.category AS saved_category, p.saved_version`;
const FROM = `pieces p JOIN briefs b ON b.id = p.brief_id JOIN generations g ON g.id = p.id
  LEFT JOIN saved_contents s ON s.id = p.saved_content_id AND s.deleted_at IS NULL`;

export interface NewVariant {
  id: string;
  userId: UserScope;
  briefId: string;
  clientKey: string | null;
  format: string;
  position: number;
}

/** @throws a unique violation of pieces_user_id_client_key_key for a key that was used. */
export async function insertVariant(tx: Sql, variant: NewVariant): Promise<void> {
  await tx.query(
    `INSERT INTO pieces (id, user_id, brief_id, client_key, format, position)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::int)`,
    [
      variant.id,
      variant.userId,
      variant.briefId,
      variant.clientKey,
      variant.format,
      variant.position,
    ],
  );
}

/** Those that are shown, by format and position. */
export function readVariants(sql: Sql, userId: UserScope, briefId: string): Promise<VariantRow[]> {
  return sql.query<VariantRow>(
    `SELECT ${PIECE} FROM ${FROM}
      WHERE ${THEIRS} AND p.brief_id = $2::uuid AND p.replaced_at IS NULL
      ORDER BY array_position(b.format_ids, p.format), p.position`,
    [userId, briefId],
  );
}

export async function findVariant(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<VariantRow | null> {
  const [row] = await findVariants(sql, userId, [id]);
  return row ?? null;
}

export function findVariants(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<VariantRow[]> {
  return sql.query<VariantRow>(
    `SELECT ${PIECE} FROM ${FROM} WHERE ${THEIRS} AND p.id = ANY($2::uuid[])`,
    [userId, ids],
  );
}

/** Which piece a request with this key has made. */
export async function findAskedFor(
  sql: Sql,
  userId: UserScope,
  clientKey: string,
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT p.id FROM pieces p JOIN briefs b ON b.id = p.brief_id
      WHERE ${THEIRS} AND p.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row?.id ?? null;
}

/** What earlier runs wrote; null when it is not there. */
export async function readContent(sql: Sql, userId: UserScope, id: string): Promise<string | null> {
  const [row] = await sql.query<{ content: string }>(
    `SELECT p.content FROM pieces p JOIN briefs b ON b.id = p.brief_id
      WHERE ${THEIRS} AND p.id = $2::uuid`,
    [userId, id],
  );
  return row?.content ?? null;
}

/** Returns the brief that it belongs to; null when it is gone. */
export async function appendToVariant(
  tx: Sql,
  userId: UserScope,
  id: string,
  text: string,
): Promise<{ briefId: string; usedTokens: number; version: number } | null> {
  const [row] = await tx.query<{ briefId: string; usedTokens: number; version: number }>(
    `UPDATE pieces p SET content = p.content || $3 FROM generations g
      WHERE p.id = $2::uuid AND p.user_id = $1::uuid AND g.id = p.id
      RETURNING p.brief_id, p.version, g.used_tokens`,
    [userId, id, text],
  );
  return row ?? null;
}

/** The person's own text, if the piece is still in that version. */
export async function updateEdited(
  tx: PrismaTx,
  at: { userId: UserScope; id: string; version: number },
  text: string,
): Promise<boolean> {
  const data = { edited: text, editedAt: new Date(), version: { increment: 1 } };
  const { count } = await tx.piece.updateMany({ where: at, data });
  return count > 0;
}

/** What is there of it from now on, before a model goes on with it. */
export async function replaceContent(
  tx: Sql,
  userId: UserScope,
  id: string,
  text: string,
): Promise<void> {
  await tx.query(
    `UPDATE pieces SET content = $3, edited = NULL, edited_at = NULL, version = version + 1
      WHERE id = $2::uuid AND user_id = $1::uuid`,
    [userId, id, text],
  );
}

/** Another text takes its place. */
export async function markReplaced(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await tx.query(
    `UPDATE pieces SET replaced_at = now() WHERE id = $2::uuid AND user_id = $1::uuid`,
    [userId, id],
  );
}

/** It is shown at its place again, which must be free. */
export async function markShown(tx: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await tx.piece.updateMany({ where: { id, userId }, data: { replacedAt: null } });
}

/** The version that was read after its brief was locked is the one that was saved. */
export async function markSaved(
  tx: PrismaTx,
  userId: UserScope,
  { id, version }: Pick<VariantRow, 'id' | 'version'>,
  contentId: string,
): Promise<void> {
  const data = { savedContentId: contentId, savedVersion: version };
  await tx.piece.updateMany({ where: { id, userId }, data });
}

/** Those of a brief that are being written, also of one that was just deleted. */
export async function runningOf(sql: Sql, userId: UserScope, briefId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT g.id FROM pieces p JOIN generations g ON g.id = p.id
      WHERE p.user_id = $1::uuid AND p.brief_id = $2::uuid AND g.state IN ('queued', 'streaming')`,
    [userId, briefId],
  );
  return rows.map(({ id }) => id);
}
