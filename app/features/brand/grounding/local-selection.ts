const KEY = 'brandwright:profile';
const listeners = new Set<() => void>();

/** The profile that this browser remembers; null while rendering on the server. */
export function localSelection(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; then nothing is remembered.
    return null;
  }
}

export function rememberSelection(profileId: string): void {
  try {
    localStorage.setItem(KEY, profileId);
  } catch {
    // Forbidden or full: the account knows it.
  }
  for (const listener of listeners) listener();
}

export function onLocalSelection(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
