
import { requestJson, sendJson } from '~/http/client';

import type {
  CandidatePage,
  ExportView,
  ImportChoice,
  ImportView,
  ReportPage,
} from './page/transfer';

// What the browser asks of the server about imports and exports. Each rejects when it was not done.

const IMPORTS = '/api/imports';
const EXPORTS = '/api/exports';

export async function requestImports(): Promise<ImportView[]> {
  return ((await requestJson(IMPORTS)) as { items: ImportView[] }).items;
}

export async function requestImport(id: string): Promise<ImportView> {
  return (await requestJson(`${IMPORTS}/${id}`)) as ImportView;
}

/** Makes room for these files; their parts are sent then. */
export async function requestNewImport(files: readonly File[]): Promise<ImportView> {
  const named = files.map(({ name, size }) => ({ name: name.toWellFormed(), size }));
  return (await sendJson('POST', IMPORTS, { files: named })) as ImportView;
}

/** All parts are there: what is in them? */
export async function requestReading(id: string): Promise<ImportView> {
  return (await sendJson('POST', `${IMPORTS}/${id}/read`)) as ImportView;
}

export async function requestCandidates(
  id: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<CandidatePage> {
  return (await requestJson(page(`${IMPORTS}/${id}/candidates`, cursor), {
    signal,
  })) as CandidatePage;
}

export async function requestStart(id: string, choice: ImportChoice): Promise<ImportView> {
  return (await sendJson('POST', `${IMPORTS}/${id}/start`, choice)) as ImportView;
}

export async function requestCancel(id: string): Promise<ImportView> {
  return (await sendJson('POST', `${IMPORTS}/${id}/cancel`)) as ImportView;
}

export async function requestReport(
  id: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ReportPage> {
  return (await requestJson(page(`${IMPORTS}/${id}/report`, cursor), { signal })) as ReportPage;
}

/** Takes away again what came in with it. */
export async function requestRemoval(id: string): Promise<ImportView> {
  return (await sendJson('DELETE', `${IMPORTS}/${id}`)) as ImportView;
}

export function partAddress(id: string, file: number, part: number): string {
  return `${IMPORTS}/${id}/files/${file}/parts/${part}`;
}

export async function requestExports(): Promise<ExportView[]> {
  return ((await requestJson(EXPORTS)) as { items: ExportView[] }).items;
}

export async function requestNewExport(): Promise<ExportView> {
  return (await sendJson('POST', EXPORTS)) as ExportView;
}

/** Cancels one that is being made, removes one that is there. */
export async function requestExportRemoval(id: string): Promise<void> {
  await sendJson('DELETE', `${EXPORTS}/${id}`);
}

/** Where an archive is downloaded. */
export function archiveAddress(id: string): string {
  return `${EXPORTS}/${id}/file`;
}

function page(address: string, cursor: string | null): string {
  return cursor === null ? address : `${address}?${new URLSearchParams({ cursor })}`;
}
