/**
 * Adds what was said behind the caret or the selection, set off by spaces; nothing that was typed is replaced. `caret` is
 * behind it.
 */
export function insertSpoken(
  typed: string,
  at: number,
  spoken: string,
): { text: string; caret: number } {
  const [before, after] = [typed.slice(0, at), typed.slice(at)];
  const added = `${/\S$/.test(before) ? ' ' : ''}${spoken}${/^[\p{L}\p{N}]/u.test(after) ? ' ' : ''}`;
  return { text: before + added + after, caret: before.length + added.length };
}
