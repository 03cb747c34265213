import { useCallback, useEffect, useState } from 'react';

import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

export interface FormDraft<Form> {
  form: Form;
  change(changes: Partial<Form>): void;
}

/** A form that is remembered under `name` while the tab is open. `empty` and `read` are stable. */
export function useFormDraft<Form>(
  name: string,
  empty: Form,
  read: (stored: string) => Form,
): FormDraft<Form> {
  const [form, setForm] = useState(empty);
  useEffect(() => {
    const stored = readTypedDraft(name);
    if (stored === '') return;
    const frame = requestAnimationFrame(() => {
      // Changes that were made before the page was interactive take precedence over an older draft.
      setForm((current) => (current === empty ? read(stored) : current));
    });
    return () => cancelAnimationFrame(frame);
  }, [name, empty, read]);
  const change = useCallback(
    (changes: Partial<Form>) => {
      setForm((old) => {
        const base = old === empty ? read(readTypedDraft(name)) : old;
        const next = { ...base, ...changes };
        writeDraft(name, JSON.stringify(next));
        return next;
      });
    },
    [name, empty, read],
  );
  return { form, change };
}
