import { publish } from '~/engine/events/index.server';
import type { Structured } from '~/engine/generation/index.server';
import { contextOf } from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { modelName } from '../../answers/model-names';
import { promptTokens, roomIn } from '../../answers/prompt';
import {
  type DocumentRow,
  lockForPatches,
  newestDocument,
  noteSeen,
  readDocument,
} from '../document-data.server';
import { changed } from '../document-actions.server';
import { MISFITS } from '../patches/decide-patches.server';
import { listOpenPatches, replacePatches } from '../patches/patch-data.server';
import { placeInTurns } from '../patches/place-in-turns.server';
import { documentRefusals } from '../texts';
import { readNumbered } from '../versions/version-data.server';
import { changesText } from './changes';
import { demoEdit } from './demo-edit.server';
import { documentText, editInstructions } from './document-prompt';
import { editFormat, patchesIn, PROSE_FIELD } from './edit-format.server';

/** A document that an answer is based on. */
export interface AskedDocument {
  row: DocumentRow;
  /** What the assistant reads with the person's message. */
  passages: string;
  /** Whether the answer may suggest changes. */
  isOpen: boolean;
}

/** Where a message's document is looked for. */
export interface DocumentPlace {
  /** Null for a new conversation. */
  conversationId: string | null;
  /** The document that is open beside it. */
  documentId: string | undefined;
  /** Whether the conversation has any. */
  hasDocuments: boolean;
}

/** The share of the prompt's room that a document may take. */
const MAX_SHARE = 0.5;

/**
 * The document that a message is about: the one that is open beside the conversation, of which the answer may suggest changes,
 * or else the one that was written last, if the conversation doesn't have its text. Null for none.
 * @throws AppError `invalid` if the open one is too long for the model
 */
export async function readAskedDocument(
  userId: UserScope,
  { conversationId, documentId, hasDocuments }: DocumentPlace,
  model: string,
): Promise<AskedDocument | null> {
  if (conversationId === null) return null;
  const open = isId(documentId) ? await readDocument(userId, documentId) : null;
  const isOpen = open?.conversationId === conversationId;
  // Most conversations have none, and each of their questions would ask for it.
  const newest = () => (hasDocuments ? newestDocument(userId, conversationId) : null);
  const row = isOpen ? open : await newest();
  // As it was opened, it's one of the conversation's messages.
  if (!row || (!isOpen && row.version === 1)) return null;
  const { title, content } = row;
  const parts = [documentText({ title, content, changes: await changesOf(userId, row) })];
  if (isOpen) parts.push(editInstructions(await listOpenPatches(userId, row.id)));
  const passages = parts.join('\n\n');
  if (promptTokens(passages) > roomIn(contextOf(model)).prompt * MAX_SHARE) {
    if (!isOpen) return null;
    throw new AppError('invalid', documentRefusals.tooLongForModel(modelName(model)));
  }
  return { row, passages, isOpen };
}

async function changesOf(userId: UserScope, row: DocumentRow): Promise<string> {
  const { id, seenVersion, version, content } = row;
  if (seenVersion === null || seenVersion === version) return '';
  const seen = await readNumbered(userId, id, seenVersion);
  return seen === null ? '' : changesText(seen, content);
}

/** Notes, in the transaction that stores the question, which version the assistant gets. */
export async function keepAsked(
  tx: Sql,
  userId: UserScope,
  asked: AskedDocument | null,
): Promise<void> {
  if (asked) await noteSeen(tx, userId, asked.row);
}

/** How an answer is asked for that may suggest changes of the document. */
export function editingAnswer(
  userId: UserScope,
  { row, isOpen }: AskedDocument,
  { answerId, question }: { answerId: string; question: string },
): { structured: Omit<Structured, 'attemptTokens'>; demo: string } | null {
  if (!isOpen) return null;
  const onEnd = (tx: Sql, attempts: readonly string[]) =>
    storeSuggestions(tx, userId, { row, answerId, attempts });
  return {
    structured: {
      format: editFormat(row.content),
      prose: { field: PROSE_FIELD, onEnd },
    },
    demo: demoEdit(row.content, question),
  };
}

/** Stores what an answer suggests, in the transaction that ends it. Those without a place in the text say why. */
async function storeSuggestions(
  tx: Sql,
  userId: UserScope,
  { row, answerId, attempts }: { row: DocumentRow; answerId: string; attempts: readonly string[] },
): Promise<void> {
  const readable = attempts.map(patchesIn);
  const patches = readable.findLast((one) => one !== null) ?? [];
  if (patches.length === 0) return;
  const inText = await placeInTurns(row.content, patches, true);
  const placed = inText.toSorted(
    (one, other) => (one.range?.start ?? Infinity) - (other.range?.start ?? Infinity),
  );
  const now = await lockForPatches(tx, userId, row.id);
  if (!now) return;
  const { id: documentId, version } = row;
  await replacePatches(
    tx,
    userId,
    { documentId, messageId: answerId, version },
    placed.map(({ patch, misfit }) => ({
      ...{ ...patch, id: newId() },
      state: misfit ? 'unfit' : 'proposed',
      reason: misfit && MISFITS[misfit],
    })),
  );
  KILLABLE: killPoint('document: suggestions stored, not committed');
  await publish(tx, userId, changed({ ...row, ...now }));
}
