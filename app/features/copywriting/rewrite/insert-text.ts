/**
 * Puts a text in the place of what is selected in a field, as if it had been typed: one step of the browser's own undo,
 * and an event that whoever holds the field's value hears.
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  // Deprecated and without a successor: nothing else writes into the browser's undo history.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
