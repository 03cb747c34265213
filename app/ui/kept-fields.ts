import { useCallback, useEffect, useLayoutEffect, type RefObject } from 'react';

import { claimDrafts, readTypedDraft, writeDraft } from '~/lib/drafts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps what is typed into these (uncontrolled) fields of a form while the tab is open: neither a reload nor the end of
 * the session costs it. Never a password. Returns what forgets it, for when it was sent.
 */
export function useKeptFields(
  form: RefObject<HTMLFormElement>,
  name: string,
  fields: readonly string[],
): () => void {
  const draft = `form:${name}`;
  const list = fields.join(' ');

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const kept = () => list.split(' ').flatMap((field) => textField(element, field) ?? []);
    restore(kept(), readTypedDraft(draft));
    const keep = () => writeDraft(draft, contentOf(kept()));
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [form, draft, list]);

  return useCallback(() => writeDraft(draft, ''), [draft]);
}

function textField(form: HTMLFormElement, name: string): TextField | undefined {
  const field = form.elements.namedItem(name);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  // By its purpose: a password that is shown is of type text.
  const isSecret = isText && /password|one-time-code/.test(`${field.type} ${field.autocomplete}`);
  return isText && !isSecret ? field : undefined;
}

function contentOf(fields: TextField[]): string {
  const filled = fields.filter(({ value }) => value !== '');
  if (filled.length === 0) return '';
  return JSON.stringify(Object.fromEntries(filled.map(({ name, value }) => [name, value])));
}

function restore(fields: TextField[], content: string): void {
  if (content === '') return;
  const values = JSON.parse(content) as Record<string, string>;
  for (const field of fields) {
    const value = values[field.name];
    // What was typed before the page came alive counts over an older draft.
    if (value === undefined || field.value !== field.defaultValue) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

// Ahead of the effects in which fields read their drafts; on the server there is neither.
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The drafts of this tab are this person's. */
export function useDraftOwner(userId: string): void {
  useEarlyEffect(() => claimDrafts(userId), [userId]);
}
