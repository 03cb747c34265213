/** Puts a text, or the text that a promise resolves to, on the clipboard. Rejects if the browser doesn't allow it. */
export async function copyToClipboard(text: string | Promise<string>): Promise<void> {
  if (typeof text !== 'string' && typeof ClipboardItem === 'function' && 'clipboard' in navigator) {
    // Some browsers accept text that arrives later only as a promise passed in during the click.
    const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return;
  }
  const value = await text;
  if ('clipboard' in navigator) await navigator.clipboard.writeText(value);
  else copyBySelection(value);
}

/** Without https there is no navigator.clipboard, so a self-hosted site on a local network has only this way. */
function copyBySelection(text: string): void {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // While a dialog is open, nothing outside it can be selected.
  const place = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  place.append(area);
  area.select();
  // Deprecated, but the only call that works there.
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser did not copy');
}
