/** The name under which what is being typed into a piece is kept. */
export function pieceDraft(id: string): string {
  return `piece:${id}`;
}

/** What was typed, and from which version; null: nothing was kept. */
export function parsePieceDraft(kept: string): { text: string; version: number } | null {
  try {
    const { text, version } = JSON.parse(kept) as { text?: unknown; version?: unknown };
    return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
  } catch {
    // Nothing was kept, or it was cut off.
    return null;
  }
}
