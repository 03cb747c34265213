import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { CandidatePage, ImportView, ReportPage } from '../page/transfer';
import { readCandidates, readReport } from './candidate-data.server';
import { readImports } from './import-data.server';
import { SHOWN_IMPORTS } from './limits';
import { importRefusals } from './refusals';
import { requireImport } from './require-import.server';

const PAGE = 100;

/** The newest imports of a user. */
export function listImports(userId: string): Promise<ImportView[]> {
  return readImports(sql, userId, SHOWN_IMPORTS);
}

/** What was found, in the order of the export. @throws AppError `not-found`, `invalid` */
export async function listCandidates(
  userId: string,
  id: string | undefined,
  cursor: string | null,
): Promise<CandidatePage> {
  const { id: importId } = await requireImport(userId, id);
  const page = { after: parseCursor(cursor), limit: PAGE + 1 };
  return pageOf(await readCandidates(sql, userId, importId, page));
}

/** Those of which there is something to say, in the order of the export. @throws AppError `not-found`, `invalid` */
export async function listReport(
  userId: string,
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
