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
