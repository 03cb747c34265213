import type { GenerationState } from '~/engine/generation';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Piece } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

// Owns `pieces`, which holds variants. Every condition has the owner. Reads don't find variants of a deleted brief,
// except for `listRunning`.

export type VariantRow = Pick<
  Piece,
  | 'id'
  | 'briefId'
  | 'format'
  | 'position'
  | 'content'
  | 'edited'
  | 'version'
  | 'savedVersion'
  | 'ignoredFindings'
> & {
  state: GenerationState;
  demo: boolean;
  reason: string | null;
  usedTokens: number;
  shown: boolean;
  /** The ids of everything that was written at its place, oldest first. */
  versions: string[];
  savedId: string | null;
  savedCategory: string | null;
};

const OWNED = `p.user_id = $1::uuid AND b.deleted_at IS NULL`;
// One statement sees one snapshot: a text that ends meanwhile is either running with its chunks, or ended and whole.
const VARIANT = `p.id, p.brief_id, p.format, p.position, g.state, g.demo, g.error_reason AS reason,
  g.used_tokens, p.edited, p.version, p.replaced_at IS NULL AS shown,
  p.content || coalesce((
    SELECT string_agg(c.text, '' ORDER BY c."offset") FROM generation_chunks c WHERE c.generation_id = p.id
  ), '') AS content,
  ARRAY(SELECT v.id FROM pieces v
         WHERE v.brief_id = p.brief_id AND v.format = p.format AND v.position = p.position ORDER BY v.id) AS versions,
  s.id AS saved_id, s.category AS saved_category, p.saved_version, p.ignored_findings`;
const FROM = `pieces p JOIN briefs b ON b.id = p.brief_id JOIN generations g ON g.id = p.id
  LEFT JOIN saved_contents s ON s.id = p.saved_content_id AND s.deleted_at IS NULL`;

/**
 * SQL: joins the transaction that queues the text.
 * @throws a unique violation of pieces_user_id_client_key_key when the key was used before.
 */
export async function insertVariant(
  tx: Sql,
  variant: Owned<Pick<Piece, 'id' | 'userId' | 'briefId' | 'clientKey' | 'format' | 'position'>>,
): Promise<void> {
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

/**
 * The variants that a brief shows, by format and position. SQL: adds up chunks, and joins generations, to which Prisma has no
 * relation.
 */
export function readVariants(sql: Sql, userId: UserScope, briefId: string): Promise<VariantRow[]> {
  return sql.query<VariantRow>(
    `SELECT ${VARIANT} FROM ${FROM}
      WHERE ${OWNED} AND p.brief_id = $2::uuid AND p.replaced_at IS NULL
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

/** SQL: as `readVariants`. */
export function findVariants(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<VariantRow[]> {
  return sql.query<VariantRow>(
    `SELECT ${VARIANT} FROM ${FROM} WHERE ${OWNED} AND p.id = ANY($2::uuid[])`,
    [userId, ids],
  );
}

/** The id of the variant that a request with this key created. SQL: joins the transaction that queues the text. */
export async function findByClientKey(
  sql: Sql,
  userId: UserScope,
  clientKey: string,
): Promise<string | null> {
  const [row] = await sql.query<Pick<Piece, 'id'>>(
    `SELECT p.id FROM pieces p JOIN briefs b ON b.id = p.brief_id
      WHERE ${OWNED} AND p.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row?.id ?? null;
}

/** What earlier runs wrote; null when there is no such variant. SQL: joins the transaction that ends the text. */
export async function readContent(sql: Sql, userId: UserScope, id: string): Promise<string | null> {
  const [row] = await sql.query<Pick<Piece, 'content'>>(
    `SELECT p.content FROM pieces p JOIN briefs b ON b.id = p.brief_id
      WHERE ${OWNED} AND p.id = $2::uuid`,
    [userId, id],
  );
  return row?.content ?? null;
}

/** Returns what the live event needs; null when the variant is gone. SQL: joins the transaction that ends the text. */
export async function appendToVariant(
  tx: Sql,
  userId: UserScope,
  id: string,
  text: string,
): Promise<(Pick<Piece, 'briefId' | 'version'> & { usedTokens: number }) | null> {
  const [row] = await tx.query<Pick<Piece, 'briefId' | 'version'> & { usedTokens: number }>(
    `UPDATE pieces p SET content = p.content || $3 FROM generations g
      WHERE p.id = $2::uuid AND p.user_id = $1::uuid AND g.id = p.id
      RETURNING p.brief_id, p.version, g.used_tokens`,
    [userId, id, text],
  );
  return row ?? null;
}

/** Stores the user's own text if the variant is still in that version. */
export async function updateEdited(
  tx: PrismaTx,
  at: { userId: UserScope; id: string; version: number },
  text: string,
): Promise<boolean> {
  const data = { edited: text, editedAt: new Date(), version: { increment: 1 } };
  const { count } = await tx.piece.updateMany({ where: at, data });
  return count > 0;
}

export async function updateIgnored(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  ignoredFindings: string[],
): Promise<void> {
  await tx.piece.updateMany({ where: { id, userId }, data: { ignoredFindings } });
}

/** Makes a text the model's own, so that a model can continue it. SQL: joins the transaction that queues the text. */
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

/** Marks a variant as replaced by another. SQL: joins the transaction that queues the other text. */
export async function markReplaced(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await tx.query(
    `UPDATE pieces SET replaced_at = now() WHERE id = $2::uuid AND user_id = $1::uuid`,
    [userId, id],
  );
}

/** Shows a variant at its position again, which must be free. */
export async function markShown(tx: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await tx.piece.updateMany({ where: { id, userId }, data: { replacedAt: null } });
}

/** Records the version that was read after its brief was locked. */
export async function markSaved(
  tx: PrismaTx,
  userId: UserScope,
  { id, version }: Pick<VariantRow, 'id' | 'version'>,
  contentId: string,
): Promise<void> {
  const data = { savedContentId: contentId, savedVersion: version };
  await tx.piece.updateMany({ where: { id, userId }, data });
}

/** The variants of a brief that are being written, even if the brief was just deleted. */
export async function listRunning(userId: UserScope, briefId: string): Promise<string[]> {
  const select = { id: true };
  const variants = await prisma.piece.findMany({ where: { userId, briefId }, select });
  const running = await prisma.generation.findMany({
    where: {
      userId,
      id: { in: variants.map(({ id }) => id) },
      state: { in: ['queued', 'streaming'] },
    },
    select,
  });
  return running.map(({ id }) => id);
}
