import { useCallback, useEffect, useRef, useState } from 'react';

import { type Estimated, useEstimate } from '~/features/billing';
import { client, RequestRefused } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/drafts';

import type { BriefsApi } from '../routes/briefs';
import type { BriefRequest } from './brief';
import {
  type BriefForm,
  FIELD_ORDER,
  isUntouched,
  languageName,
  NEW_FORM,
  parseForm,
} from './brief-form';
import { type BriefProblems, checkBrief } from './check-brief';

const DRAFT = 'brief';

/** Puts this into the wizard, which keeps it while the tab is open. */
export function keepForm(form: BriefForm): void {
  writeDraft(DRAFT, isUntouched(form) ? '' : JSON.stringify(form));
}

export function clearStoredForm(): void {
  writeDraft(DRAFT, '');
}

export interface BriefFormState {
  form: BriefForm;
  change(part: Partial<BriefForm>): void;
  /** Begins with nothing typed. */
  clear(): void;
}

/** What is typed into the wizard; a reload and the end of the session keep it. */
export function useBriefForm(): BriefFormState {
  const [form, setForm] = useState(NEW_FORM);
  const touched = useRef(false);
  useEffect(() => {
    // What was pressed before the page came alive counts over an older draft.
    setForm((old) => (touched.current ? old : (parseForm(readTypedDraft(DRAFT)) ?? freshForm())));
  }, []);

  const change = useCallback((part: Partial<BriefForm>) => {
    touched.current = true;
    setForm((old) => {
      const next = { ...old, ...part };
      keepForm(next);
      return next;
    });
  }, []);
  const clear = useCallback(() => {
    clearStoredForm();
    setForm(freshForm());
  }, []);
  return { form, change, clear };
}

/** Written in the browser's language, unless the person says otherwise. */
function freshForm(): BriefForm {
  return { ...NEW_FORM, language: languageName(navigator.language) };
}

const api = client<BriefsApi>();

/** What the request is expected to cost, followed as it changes; null: there is nothing to ask for yet. */
export function useBriefEstimate(request: BriefRequest | null): Estimated {
  // What it costs is worth knowing before there is a topic.
  const checked = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  return useEstimate(checked ?? null, ask);
}

function ask(body: BriefRequest, signal: AbortSignal) {
  return api.post('/api/briefs/estimate', { body, signal });
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
