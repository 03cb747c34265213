import { requestJson, RequestRefused, sendJson } from '~/http/client';

import { publishHere as tellContentChange } from '../library/list/saved-changes';
import type { ContentItem } from '../library/content/content';
import type { FormatId } from '../formats/formats';

import type { BriefItem, BriefRequest, BriefView, PieceView } from './briefs/brief';
import { FIELD_ORDER } from './briefs/brief-form';
import type { BriefProblems } from './briefs/check-brief';

// What the browser asks of the server about briefs and their pieces. Each rejects when it was not done.

const ROOT = '/api/briefs';

export async function requestBrief(request: BriefRequest, clientKey: string): Promise<BriefView> {
  return (await sendJson('POST', ROOT, { ...request, clientKey })) as BriefView;
}

export interface BriefList {
  items: BriefItem[];
  /** Asks for the next page; null where there is none. */
  cursor: string | null;
}

export async function requestBriefs(before: string): Promise<BriefList> {
  return (await requestJson(`${ROOT}?${new URLSearchParams({ before })}`)) as BriefList;
}

export async function requestBriefDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `${ROOT}/${id}`);
}

export async function requestMore(
  id: string,
  formatId: FormatId,
  clientKey: string,
): Promise<BriefView> {
  return (await sendJson('POST', `${ROOT}/${id}/more`, { formatId, clientKey })) as BriefView;
}

export async function requestPiece(id: string): Promise<PieceView> {
  return (await requestJson(`/api/pieces/${id}`)) as PieceView;
}

export async function requestChoice(id: string): Promise<void> {
  await sendJson('POST', `/api/pieces/${id}/choose`);
}

export async function requestEdit(id: string, text: string, version: number): Promise<PieceView> {
  return (await sendJson('PATCH', `/api/pieces/${id}`, { text, version })) as PieceView;
}

export async function requestContinuation(id: string): Promise<PieceView> {
  return (await sendJson('POST', `/api/pieces/${id}/continue`)) as PieceView;
}

export async function requestAgain(id: string, clientKey: string): Promise<PieceView> {
  return (await sendJson('POST', `/api/pieces/${id}/again`, { clientKey })) as PieceView;
}

export interface SavedPiece {
  pieceId: string;
  content: ContentItem;
}

/** Keeps these as saved contents, all of them or none. */
export async function requestSaving(
  pieces: { id: string; title: string; folderId: string | null }[],
): Promise<SavedPiece[]> {
  const { saved } = (await sendJson('POST', '/api/pieces/save', { pieces })) as {
    saved: SavedPiece[];
  };
  for (const { content } of saved) tellContentChange({ type: 'changed', item: content });
  return saved;
}

/** Which fields the server refused, and why; null: it said nothing of fields. */
export function refusedFields(error: unknown): BriefProblems | null {
  if (!(error instanceof RequestRefused)) return null;
  const { fields } = (error.body ?? {}) as { fields?: unknown };
  if (typeof fields !== 'object' || fields === null) return null;
  const problems: BriefProblems = {};
  for (const name of FIELD_ORDER) {
    const text = (fields as Record<string, unknown>)[name];
    if (typeof text === 'string') problems[name] = text;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}
