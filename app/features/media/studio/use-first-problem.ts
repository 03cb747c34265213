import { useEffect, type RefObject } from 'react';

/** Leads to the first field that the server found wrong, wherever in the form it is hidden. */
export function useFirstProblem(form: RefObject<HTMLElement>, fields: object): void {
  useEffect(() => {
    if (Object.keys(fields).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]');
    if (!first) return;
    const details = first.closest('details');
    if (details) details.open = true;
    first.focus();
  }, [form, fields]);
}
