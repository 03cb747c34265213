import { useCallback, useEffect, useRef, useState } from 'react';

import { type Estimated, useEstimate } from '~/features/billing';
import { client, refusedFields } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

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

/** Puts a form into the wizard, where it stays while the tab is open. */
export function keepForm(form: BriefForm): void {
  writeDraft(DRAFT, isUntouched(form) ? '' : JSON.stringify(form));
}

export function clearStoredForm(): void {
  writeDraft(DRAFT, '');
}

export interface BriefFormState {
  form: BriefForm;
  change(part: Partial<BriefForm>): void;
  /** Starts over with an empty form. */
  clear(): void;
}

/** The wizard's form. It survives a reload and the end of the session. */
export function useBriefForm(): BriefFormState {
  const [form, setForm] = useState(NEW_FORM);
  const touched = useRef(false);
  useEffect(() => {
    // What was clicked before hydration takes precedence over an older draft.
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

/** The language defaults to the browser's. */
function freshForm(): BriefForm {
  return { ...NEW_FORM, language: languageName(navigator.language) };
}

const api = client<BriefsApi>();

/** The estimated cost of the request, updated as it changes; null when there is nothing to estimate yet. */
export function useBriefEstimate(request: BriefRequest | null): Estimated {
  // The cost is worth knowing even before there is a topic.
  const checked = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  return useEstimate(checked ?? null, ask);
}

function ask(body: BriefRequest, signal: AbortSignal) {
  return api.post('/api/briefs/estimate', { body, signal });
}

/** The problems by field in the server's refusal; null when it named no fields. */
export function refusedProblems(error: unknown): BriefProblems | null {
  const problems: BriefProblems = refusedFields(error);
  return FIELD_ORDER.some((field) => problems[field]) ? problems : null;
}
