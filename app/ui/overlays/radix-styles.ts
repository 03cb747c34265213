import { setNonce } from 'get-nonce';

/**
 * Radix locks scrolling with a style element, which the Content-Security-Policy allows only with the page's nonce.
 * Scripts may read it from the property of an element that has it; the attribute is blanked by the browser.
 */
export function allowRadixStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
}
