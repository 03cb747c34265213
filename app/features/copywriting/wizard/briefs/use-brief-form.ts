import { useCallback, useEffect, useRef, useState } from 'react';

import { type Estimated, useEstimate } from '~/features/billing';
import { client } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';

import type { BriefsApi } from '../routes/briefs';
import type { BriefRequest } from './brief';
import { type BriefForm, isUntouched, languageName, NEW_FORM, parseForm } from './brief-form';
import { checkBrief } from './check-brief';

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
  const wanted = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  return useEstimate(wanted ?? null, ask);
}

function ask(body: BriefRequest, signal: AbortSignal) {
  return api.post('/api/briefs/estimate', { body, signal });
}
