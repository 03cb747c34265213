/**
 * The profile in use (docs/product.md, Selected profile): the one stored on the user, otherwise the one that this
 * browser remembers, otherwise the first. An id that isn't among the user's profiles doesn't count. Null when there
 * are no profiles.
 */
export function selection<P extends { id: string }>(
  stored: string | null,
  local: string | null,
  profiles: readonly P[],
): P | null {
  const find = (id: string | null) => profiles.find((profile) => profile.id === id);
  return find(stored) ?? find(local) ?? profiles[0] ?? null;
}

const KEY = 'brandwright:profile';
const listeners = new Set<() => void>();

/** The profile that this browser remembers; null during server rendering. */
export function localSelection(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be blocked; then nothing is remembered.
    return null;
  }
}

export function rememberSelection(profileId: string): void {
  try {
    localStorage.setItem(KEY, profileId);
  } catch {
    // Blocked or full: the account still knows it.
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
