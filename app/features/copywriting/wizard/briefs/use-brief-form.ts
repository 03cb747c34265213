import { useCallback, useEffect, useRef, useState } from 'react';

import { readDraft, writeDraft } from '~/lib/drafts';

import { isUntouched, NEW_FORM, parseForm, type BriefForm } from './brief-form';
import { languageName } from './suggestions';

const DRAFT = 'brief';

/** Puts this into the wizard, which keeps it while the tab is open. */
export function keepForm(form: BriefForm): void {
  writeDraft(DRAFT, isUntouched(form) ? '' : JSON.stringify(form));
}

export function forgetForm(): void {
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
    setForm((old) => (touched.current ? old : (parseForm(readDraft(DRAFT)) ?? freshForm())));
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
    forgetForm();
    setForm(freshForm());
  }, []);
  return { form, change, clear };
}

/** Written in the browser's language, unless the person says otherwise. */
function freshForm(): BriefForm {
  return { ...NEW_FORM, language: languageName(navigator.language) };
}
