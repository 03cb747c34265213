const listeners = new Set<() => void>();

/** Called when the session has ended. Returns how to stop listening. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A request was answered that no one is signed in, or the server said that the session has ended. */
export function noteSignedOut(): void {
  for (const listener of [...listeners]) listener();
}
