/**
 * Unsent text, by name, for as long as the tab is open; a reload or a sign-in doesn't lose it. The drafts of a tab
 * belong to one person, whom the shell names.
 */
const PREFIX = 'brandwright:draft:';
const OWNER = 'brandwright:drafts-of';

export function readTypedDraft(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? '';
  } catch {
    // Storage may be forbidden; then there are no drafts.
    return '';
  }
}

export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Forbidden or full: the field still has what was typed.
  }
}

/** Makes this person the owner of the tab's drafts, and removes anyone else's. */
export function claimDrafts(owner: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === owner) return;
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
    sessionStorage.setItem(OWNER, owner);
  } catch {
    // Storage is forbidden, so there are no drafts either; or it's full, and the drafts of others are already removed.
  }
}
