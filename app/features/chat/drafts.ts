/** What was typed and not sent, by conversation, for as long as the tab is open: a reload or a sign-in keeps it. */
const PREFIX = 'brandwright:draft:';

export function readDraft(conversationId: string | null): string {
  try {
    return sessionStorage.getItem(PREFIX + (conversationId ?? 'new')) ?? '';
  } catch {
    // Storage may be forbidden; then there is no draft.
    return '';
  }
}

export function writeDraft(conversationId: string | null, text: string): void {
  const key = PREFIX + (conversationId ?? 'new');
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Forbidden or full: what was typed is still in the field.
  }
}
