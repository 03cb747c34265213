import {
  afterCommit,
  isUniqueViolation,
  prismaTransaction,
  sql,
  type PrismaTx,
  type Sql,
} from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { removeStrayCitations } from '~/features/brand/index.server';
import { reloadTabs, removeStrayDocuments } from '~/features/chat/index.server';
import { cleanName } from '~/lib/files/sniff';
import { enqueue } from '~/engine/queue/index.server';
import type { UserScope } from '~/lib/scope';

import type {
  CandidatePage,
  ImportChoice,
  ImportState,
  ImportView,
  ReportPage,
} from '../page/import-export';
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
import { publishImport } from './import-events.server';
import { cutImport, importWork } from './work/work-import.server';
import { removeUpload } from './upload-objects.server';

/** Of all files of an import. */
const MAX_BYTES = 8 * 1024 ** 3;
/** What is lost when a connection breaks, and what the server may hold of an upload. */
const PART_SIZE = 8 * 1024 * 1024;
const MAX_LISTED = 20;

/** @throws AppError `not-found` */
export async function requireImport(
  userId: UserScope,
  id: string | undefined,
): Promise<ImportView> {
  const view = isId(id) ? await readImport(sql, userId, id) : null;
  if (!view) throw new AppError('not-found', importRefusals.gone);
  return view;
}

const PAGE = 100;

/** Newest first. */
export function listImports(userId: UserScope): Promise<ImportView[]> {
  return readImports(sql, userId, MAX_LISTED);
}

/** A page of the preview, in the order of the export. @throws AppError `not-found`, `invalid` */
export async function listCandidates(
  userId: UserScope,
  id: string | undefined,
  cursor: string | null,
): Promise<CandidatePage> {
  const { id: importId } = await requireImport(userId, id);
  const page = { after: parseCursor(cursor), limit: PAGE + 1 };
  return pageOf(await readCandidates(userId, importId, page));
}

/** A page of the report, in the order of the export. @throws AppError `not-found`, `invalid` */
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

/** The index before the first of a page. */
function parseCursor(cursor: string | null): number {
  if (cursor === null || cursor === '') return -1;
  if (!/^\d{1,9}$/.test(cursor)) throw new AppError('invalid', importRefusals.pageGone);
  return Number(cursor);
}

/**
 * Runs a change that makes an import unfinished.
 * @throws AppError `conflict` while the user has another unfinished import
 */
async function oneAtATime(change: (tx: PrismaTx, sql: Sql) => Promise<void>): Promise<void> {
  try {
    await prismaTransaction(change);
  } catch (error) {
    if (!isUniqueViolation(error, ONE_AT_A_TIME)) throw error;
    throw new AppError('conflict', importRefusals.busy);
  }
}

/**
 * Creates an import; its files are uploaded next, part by part.
 * @throws AppError `invalid`, `conflict` while another import of the user is unfinished
 */
export async function createImport(
  userId: UserScope,
  files: readonly { name: string; size: number }[],
): Promise<ImportView> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_BYTES) throw new AppError('invalid', importRefusals.tooLarge);
  const id = newId();
  const named = files.map(({ name, size }) => ({ name: cleanName(name), size }));
  await oneAtATime(async (tx, sql) => {
    await insertImport(tx, { id, userId, partSize: PART_SIZE, files: named });
    await publishImport(sql, userId, id);
  });
  return (await readImport(sql, userId, id))!;
}

/**
 * Once everything is uploaded, queues reading it, which ends with the preview. Does nothing when repeated.
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
 * Queues importing what the person chose.
 * @throws AppError `not-found`, `conflict` when there is no preview to choose from, `invalid` when nothing was chosen
 */
export async function startImport(
  userId: UserScope,
  id: string | undefined,
  choice: ImportChoice,
): Promise<ImportView> {
  const { id: importId, found } = await requireImport(userId, id);
  await oneAtATime(async (tx, sql) => {
    const moved = await moveImport(sql, userId, importId, { from: ['ready'], to: 'importing' });
    if (!moved) throw new AppError('conflict', importRefusals.notReady);
    const chosen = await chooseCandidates(sql, userId, importId, choice);
    await addSkipped(tx, userId, importId, await skipUnreadable(tx, userId, importId));
    const hasOthers = Object.values(found?.others ?? {}).some((count) => count > 0);
    if (chosen === 0 && !hasOthers) throw new AppError('invalid', importRefusals.nothingChosen);
    await enqueue(importWork, { importId }, sql);
    await publishImport(sql, userId, importId);
  });
  return requireImport(userId, importId);
}

/**
 * Cancels an import; what it has imported so far stays. Does nothing to one that has ended.
 * @throws AppError `not-found`, `conflict` while it is being removed
 */
export async function cancelImport(userId: UserScope, id: string | undefined): Promise<ImportView> {
  const { id: importId, state, partSize } = await requireImport(userId, id);
  if (state === 'removing') throw new AppError('conflict', importRefusals.removing);
  const isCanceled = await prismaTransaction(async (_tx, sql) => {
    const cancelFrom = (...from: ImportState[]) =>
      moveImport(sql, userId, importId, { from, to: 'canceled' });
    // It may begin at this moment. No other of the user's imports does while this one has begun (ONE_AT_A_TIME).
    const isEarly = await cancelFrom('uploading', 'reading', 'ready');
    if (!isEarly && !(await cancelFrom('importing'))) return false;
    // Before the events, so that nothing more is imported after them.
    afterCommit(sql, () => cutImport(importId));
    if (!isEarly) {
      await removeStrayDocuments(sql, userId);
      await removeStrayCitations(sql, userId);
      await reloadTabs(sql, userId);
    }
    await publishImport(sql, userId, importId);
    return true;
  });
  if (isCanceled) await removeUpload({ id: importId, userId, partSize });
  return requireImport(userId, importId);
}

/**
 * Queues deleting the conversations that an import created. Does nothing when repeated.
 * @throws AppError `not-found`, `conflict` while it, or another import of the user, is unfinished
 */
export async function removeImport(userId: UserScope, id: string | undefined): Promise<ImportView> {
  const { id: importId, state } = await requireImport(userId, id);
  if (state !== 'removing' && state !== 'removed') {
    await oneAtATime(async (_tx, sql) => {
      const from = ['done', 'failed', 'canceled'] as const;
      const moved = await moveImport(sql, userId, importId, { from, to: 'removing' });
      if (!moved) throw new AppError('conflict', importRefusals.stillRunning);
      await enqueue(importWork, { importId }, sql);
      await publishImport(sql, userId, importId);
    });
  }
  return requireImport(userId, importId);
}
