import { client, RequestRefused } from '~/http/client';

import { publishHere as tellContentChange } from '../library/saved-requests';
import type { SavedVariant } from './briefs/brief';
import { FIELD_ORDER } from './briefs/brief-form';
import type { BriefProblems } from './briefs/check-brief';
import type { VariantsApi } from './routes/variants';

const api = client<VariantsApi>();

/** Keeps these as saved contents, all of them or none. Rejects when it was not done. */
export async function requestSaving(
  variants: { id: string; title: string; folderId: string | null }[],
): Promise<SavedVariant[]> {
  const { saved } = await api.post('/api/pieces/save', { body: { variants } });
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
