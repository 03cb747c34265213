import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from '@remix-run/react';

import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';

import { EMPTY_FORM, type ImageForm, readForm } from './image-form';

const DRAFT = 'media:image';

export interface ImageFormState {
  form: ImageForm;
  change(news: Partial<ImageForm>): void;
}

/** The form of the next images, remembered while the tab is open. */
export function useImageForm(): ImageFormState {
  const [form, setForm] = useState(EMPTY_FORM);
  useEffect(() => {
    const kept = readTypedDraft(DRAFT);
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

/** Chooses the LoRA that the address names, once: it is gone from the address then, so that another choice stays. */
export function useLoraInAddress(change: (news: Partial<ImageForm>) => void): void {
  const [search, setSearch] = useSearchParams();
  const loraId = search.get('lora');
  useEffect(() => {
    if (loraId === null) return;
    // After the draft of the form was brought back.
    const frame = requestAnimationFrame(() => {
      change({ loraId });
      const options = { replace: true, preventScrollReset: true };
      setSearch((old) => {
        old.delete('lora');
        return old;
      }, options);
    });
    return () => cancelAnimationFrame(frame);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `setSearch` is another one each time
  }, [loraId, change]);
}
