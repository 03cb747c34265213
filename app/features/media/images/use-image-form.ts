import { useCallback, useEffect, useState } from 'react';

import { readDraft, writeDraft } from '~/lib/drafts';

import { EMPTY_FORM, readForm, type ImageForm } from './image-form';

const DRAFT = 'media:image';

export interface ImageFormState {
  form: ImageForm;
  change(news: Partial<ImageForm>): void;
}

/** The form of the next images, remembered while the tab is open. */
export function useImageForm(): ImageFormState {
  const [form, setForm] = useState(EMPTY_FORM);
  useEffect(() => {
    const kept = readDraft(DRAFT);
    if (kept === '') return;
    const frame = requestAnimationFrame(() => {
      // What was typed before the page came alive counts over an older draft.
      setForm((now) => (now.prompt === '' ? readForm(kept) : now));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const change = useCallback((news: Partial<ImageForm>) => {
    setForm((old) => {
      const next = { ...old, ...news };
      writeDraft(DRAFT, JSON.stringify(next));
      return next;
    });
  }, []);
  return { form, change };
}
