import { useCallback, useEffect, useLayoutEffect, type RefObject } from 'react';

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

/**
 * What someone typed and did not send, by name, for as long as the tab is open: a reload or a sign-in keeps it. The
 * drafts of a tab are one person's: the shell says whose.
 */
const PREFIX = 'brandwright:draft:';
const OWNER = 'brandwright:drafts-of';

export function readTypedDraft(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? '';
  } catch {
    // Storage may be forbidden; then there is no draft.
    return '';
  }
}

export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Forbidden or full: what was typed is still in the field.
  }
}

/** From now on this person types here; what anyone else left is forgotten. */
export function claimDrafts(owner: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === owner) return;
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
    sessionStorage.setItem(OWNER, owner);
  } catch {
    // Forbidden, so there are no drafts either; or full, and those of others are gone.
  }
}
