import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { PatchState, PatchText, PatchView } from './patch';

// Owns `chat_document_patches`. Every condition has the owner.

const VIEW = {
  id: true,
  messageId: true,
  find: true,
  replace: true,
  before: true,
  after: true,
  state: true,
  reason: true,
} as const;

/** Those of a document that the person hasn't decided on, with those that had no place, in the order of their answer. */
export function listOpenPatches(
  userId: UserScope,
  documentId: string,
  db: Pick<PrismaTx, 'chatDocumentPatch'> = prisma,
): Promise<PatchView[]> {
  return db.chatDocumentPatch.findMany({
    where: { userId, documentId, state: { in: ['proposed', 'unfit'] } },
    select: VIEW,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
}

/** Of a document, those with these ids. */
export function findPatches(
  tx: PrismaTx,
  userId: UserScope,
  documentId: string,
  ids: readonly string[],
): Promise<PatchView[]> {
  return tx.chatDocumentPatch.findMany({
    where: { userId, documentId, id: { in: [...ids] } },
    select: VIEW,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
}

export async function setState(
  tx: PrismaTx,
  userId: UserScope,
  ids: readonly string[],
  state: PatchState,
  reason: string | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.chatDocumentPatch.updateMany({
    where: { userId, id: { in: [...ids] } },
    data: { state, reason },
  });
}

export interface NewPatch extends PatchText {
  id: string;
  state: PatchState;
  reason: string | null;
}

/**
 * Stores what an answer proposes for a document, in place of what earlier answers proposed. SQL: joins the transaction that ends
 * the answer.
 */
export async function replacePatches(
  tx: Sql,
  userId: UserScope,
  { documentId, messageId, version }: { documentId: string; messageId: string; version: number },
  patches: readonly NewPatch[],
): Promise<void> {
  await tx.query(
    `DELETE FROM chat_document_patches WHERE user_id = $1::uuid AND document_id = $2::uuid`,
    [userId, documentId],
  );
  await tx.query(
    `INSERT INTO chat_document_patches (user_id, document_id, message_id, version, position, id, find, replace, before,
            after, state, reason)
     SELECT $1::uuid, d.id, $3::uuid, $4::int, given.place - 1, given.id, given.find, given.replace, given.before,
            given.after, given.state::patch_state, nullif(given.reason, '')
       FROM chat_documents d
      CROSS JOIN unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
            WITH ORDINALITY AS given (id, find, replace, before, after, state, reason, place)
      WHERE d.id = $2::uuid AND d.user_id = $1::uuid`,
    [
      userId,
      documentId,
      messageId,
      version,
      patches.map(({ id }) => id),
      patches.map(({ find }) => find),
      patches.map(({ replace }) => replace),
      patches.map(({ before }) => before),
      patches.map(({ after }) => after),
      patches.map(({ state }) => state),
      patches.map(({ reason }) => reason ?? ''),
    ],
  );
}
