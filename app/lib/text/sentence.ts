/** A reason that a gateway or a provider gives, which may begin small and have no full stop, as a sentence. */
export function asSentence(reason: string | null): string {
  const text = reason?.trim() ?? '';
  if (text === '') return '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
