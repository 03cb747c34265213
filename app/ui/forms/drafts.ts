import { useCallback, useEffect, type RefObject } from 'react';

import { claimDrafts, readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { fieldsOf, parsedOf } from '~/lib/json';
import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Stores what is typed into these (uncontrolled) fields of a form while the tab is open, so that it survives a reload
 * and the end of the session. Never stores a password. Returns a function that removes the draft after the form was
 * sent.
 */
export function useDraftFields(
  form: RefObject<HTMLFormElement>,
  name: string,
  fields: readonly string[],
): () => void {
  const draft = `form:${name}`;
  const list = fields.join(' ');

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const inputs = () => list.split(' ').flatMap((field) => textField(element, field) ?? []);
    restore(inputs(), readTypedDraft(draft));
    const save = () => writeDraft(draft, contentOf(inputs()));
    element.addEventListener('input', save);
    return () => element.removeEventListener('input', save);
  }, [form, draft, list]);

  return useCallback(() => writeDraft(draft, ''), [draft]);
}

function textField(form: HTMLFormElement, name: string): TextField | undefined {
  const field = form.elements.namedItem(name);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  // Checked by its purpose, too: a visible password field has type text.
  const isSecret = isText && /password|one-time-code/.test(`${field.type} ${field.autocomplete}`);
  return isText && !isSecret ? field : undefined;
}

function contentOf(fields: TextField[]): string {
  const filled = fields.filter(({ value }) => value !== '');
  if (filled.length === 0) return '';
  return JSON.stringify(Object.fromEntries(filled.map(({ name, value }) => [name, value])));
}

function restore(fields: TextField[], content: string): void {
  const values = fieldsOf(parsedOf(content));
  for (const field of fields) {
    const value = values[field.name];
    // Text that was typed before hydration takes precedence over an older draft.
    if (typeof value !== 'string' || field.value !== field.defaultValue) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Claims this tab's drafts for the person, before the effects in which fields read theirs. */
export function useDraftOwner(userId: string): void {
  useBrowserLayoutEffect(() => claimDrafts(userId), [userId]);
}
