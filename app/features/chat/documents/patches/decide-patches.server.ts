import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { changing, type OpenDocument, openWithPatches } from '../document-actions.server';
import { documentRefusals, documentTexts } from '../texts';
import { replaceText } from '../versions/replace-text.server';
import { applyPatches, type Misfit } from './patch';
import { findPatches, setState } from './patch-data.server';
import { placeInTurns } from './place-in-turns.server';

export type Decision = 'accept' | 'refuse';

export const MISFITS: Record<Misfit, string> = {
  missing: documentTexts.unfitHere,
  ambiguous: 'This passage is in the text more than once.',
  overlap: 'Another suggestion changes the same passage.',
  'too-long': documentRefusals.noRoom,
};

/**
 * Accepts or refuses suggestions, all in one transaction. What has no place in the text as it is by now stays, and says why.
 * Repeated, it changes nothing.
 * @throws AppError `not-found`, also when a newer answer replaced one of them
 */
export async function decidePatches(
  userId: UserScope,
  id: string | undefined,
  { ids, decision }: { ids: readonly string[]; decision: Decision },
): Promise<OpenDocument> {
  await changing(userId, id, async (db, document) => {
    const { tx } = db;
    const found = await findPatches(tx, userId, document.id, ids);
    if (found.length !== new Set(ids).size) {
      throw new AppError('not-found', documentRefusals.patchGone);
    }
    if (decision === 'refuse') {
      const open = found.filter(({ state }) => state !== 'accepted');
      const refused = open.map((patch) => patch.id);
      return setState(tx, userId, refused, 'refused');
    }
    const proposed = found.filter(({ state }) => state === 'proposed');
    const placed = await placeInTurns(document.content, proposed);
    const fitting = placed.filter(({ range }) => range !== null);
    for (const { patch, misfit } of placed) {
      if (misfit) await setState(tx, userId, [patch.id], 'unfit', MISFITS[misfit]);
    }
    if (fitting.length === 0) return;
    const accepted = fitting.map(({ patch }) => patch.id);
    await setState(tx, userId, accepted, 'accepted');
    const { title } = document;
    const content = applyPatches(document.content, placed);
    await replaceText(db, userId, document, { title, content, author: 'assistant' }, true);
    KILLABLE: killPoint('document: suggestions accepted, not committed');
  });
  return openWithPatches(userId, id);
}
