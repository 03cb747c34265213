import { afterCommit, isUniqueViolation, prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { cleanName, reloadTabs } from '~/features/chat/index.server';
import { enqueue } from '~/engine/queue/index.server';
import type { UserScope } from '~/lib/scope';

import type { CandidatePage, ImportChoice, ImportView, ReportPage } from '../page/import-export';
import {
  addSkipped,
  insertImport,
  moveImport,
  ONE_AT_A_TIME,
  readImport,
  readImports,
} from './import-data.server';
import { missingParts } from '../uploads/parts';
import { importRefusals } from './refusals';
import {
  chooseCandidates,
  readCandidates,
  readReport,
  skipUnreadable,
} from './candidate-data.server';
import { MAX_BYTES, PART_SIZE, SHOWN_IMPORTS } from './limits';
import { publishImport } from './import-events.server';
import { cutImport, importWork } from './work/work-import.server';
import { dropUpload } from './upload-objects.server';

/** An import of this user's. @throws AppError `not-found` */
export async function requireImport(
  userId: UserScope,
  id: string | undefined,
): Promise<ImportView> {
  const view = isId(id) ? await readImport(sql, userId, id) : null;
  if (!view) throw new AppError('not-found', importRefusals.gone);
  return view;
}

const PAGE = 100;

/** The newest imports of a user. */
export function listImports(userId: UserScope): Promise<ImportView[]> {
  return readImports(sql, userId, SHOWN_IMPORTS);
}

/** What was found, in the order of the export. @throws AppError `not-found`, `invalid` */
export async function listCandidates(
  userId: UserScope,
  id: string | undefined,
  cursor: string | null,
): Promise<CandidatePage> {
  const { id: importId } = await requireImport(userId, id);
  const page = { after: parseCursor(cursor), limit: PAGE + 1 };
  return pageOf(await readCandidates(userId, importId, page));
}

/** Those of which there is something to say, in the order of the export. @throws AppError `not-found`, `invalid` */
export async function listReport(
  userId: UserScope,
  id: string | undefined,
  cursor: string | null,
): Promise<ReportPage> {
  const { id: importId } = await requireImport(userId, id);
  const page = { after: parseCursor(cursor), limit: PAGE + 1 };
  return pageOf(await readReport(sql, userId, importId, page));
}

function pageOf<Item extends { index: number }>(found: Item[]) {
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, cursor: last && found.length > PAGE ? String(last.index) : null };
}

/** The index behind which a page begins. */
function parseCursor(cursor: string | null): number {
  if (cursor === null || cursor === '') return -1;
  if (!/^\d{1,9}$/.test(cursor)) throw new AppError('invalid', importRefusals.pageGone);
  return Number(cursor);
}

/**
 * Begins an import; its files are uploaded next, part by part.
 * @throws AppError `invalid`, `conflict` while another one of the user's is under way
 */
export async function createImport(
  userId: UserScope,
  files: readonly { name: string; size: number }[],
): Promise<ImportView> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_BYTES) throw new AppError('invalid', importRefusals.tooLarge);
  const id = newId();
  const named = files.map(({ name, size }) => ({ name: cleanName(name), size }));
  try {
    await prismaTransaction(async (tx, sql) => {
      await insertImport(tx, { id, userId, partSize: PART_SIZE, files: named });
      await publishImport(sql, userId, id);
    });
  } catch (error) {
    if (isUniqueViolation(error, ONE_AT_A_TIME)) {
      throw new AppError('conflict', importRefusals.busy);
    }
    throw error;
  }
  return (await readImport(sql, userId, id))!;
}

/**
 * Everything has been uploaded: it is read, and then there is a preview. Asked again, it does nothing.
 * @throws AppError `not-found`, `conflict` while parts are missing
 */
export async function readUpload(userId: UserScope, id: string | undefined): Promise<ImportView> {
  const view = await requireImport(userId, id);
  const { id: importId, state } = view;
  if (state === 'uploading') {
    if (missingParts(view).length > 0) throw new AppError('conflict', importRefusals.incomplete);
    await prismaTransaction(async (_tx, sql) => {
      const moved = await moveImport(sql, userId, importId, { from: ['uploading'], to: 'reading' });
      if (moved) await enqueue(importWork, { importId }, sql);
      await publishImport(sql, userId, importId);
    });
  } else if (state !== 'reading' && state !== 'ready') {
    throw new AppError('conflict', importRefusals.over);
  }
  return requireImport(userId, importId);
}

/**
 * Has what the person chose written.
 * @throws AppError `not-found`, `conflict` when there is nothing to choose from, `invalid` when nothing was chosen
 */
export async function startImport(
  userId: UserScope,
  id: string | undefined,
  choice: ImportChoice,
): Promise<ImportView> {
  const { id: importId, found } = await requireImport(userId, id);
  try {
    await prismaTransaction(async (tx, sql) => {
      const moved = await moveImport(sql, userId, importId, { from: ['ready'], to: 'importing' });
      if (!moved) throw new AppError('conflict', importRefusals.notReady);
      const chosen = await chooseCandidates(sql, userId, importId, choice);
      await addSkipped(tx, userId, importId, await skipUnreadable(tx, userId, importId));
      const hasOthers = Object.values(found?.others ?? {}).some((count) => count > 0);
      if (chosen === 0 && !hasOthers) throw new AppError('invalid', importRefusals.nothingChosen);
      await enqueue(importWork, { importId }, sql);
      await publishImport(sql, userId, importId);
    });
  } catch (error) {
    if (isUniqueViolation(error, ONE_AT_A_TIME)) {
      throw new AppError('conflict', importRefusals.busy);
    }
    throw error;
  }
  return requireImport(userId, importId);
}

/**
 * Ends an import where it is; what came in until then stays. One that has ended stays as it is.
 * @throws AppError `not-found`, `conflict` while it is being removed
 */
export async function cancelImport(userId: UserScope, id: string | undefined): Promise<ImportView> {
  const { id: importId, state, partSize } = await requireImport(userId, id);
  if (state === 'removing') throw new AppError('conflict', importRefusals.removing);
  const isCanceled = await prismaTransaction(async (_tx, sql) => {
    const moved = await moveImport(sql, userId, importId, {
      from: ['uploading', 'reading', 'ready', 'importing'],
      to: 'canceled',
    });
    if (!moved) return false;
    // Before the events, so that nothing more is imported after them.
    afterCommit(sql, () => cutImport(importId));
    if (state === 'importing') await reloadTabs(sql, userId);
    await publishImport(sql, userId, importId);
    return true;
  });
  if (isCanceled) await dropUpload({ id: importId, userId, partSize });
  return requireImport(userId, importId);
}

/**
 * Takes the conversations that an import made away again. Asked again, it does nothing.
 * @throws AppError `not-found`, `conflict` while it is under way, or another one of the user's
 */
export async function removeImport(userId: UserScope, id: string | undefined): Promise<ImportView> {
  const { id: importId, state } = await requireImport(userId, id);
  if (state !== 'removing' && state !== 'removed') {
    try {
      await prismaTransaction(async (_tx, sql) => {
        const from = ['done', 'failed', 'canceled'] as const;
        const moved = await moveImport(sql, userId, importId, { from, to: 'removing' });
        if (!moved) throw new AppError('conflict', importRefusals.stillRunning);
        await enqueue(importWork, { importId }, sql);
        await publishImport(sql, userId, importId);
      });
    } catch (error) {
      if (isUniqueViolation(error, ONE_AT_A_TIME)) {
        throw new AppError('conflict', importRefusals.busy);
      }
      throw error;
    }
  }
  return requireImport(userId, importId);
}
