import { setNonce } from 'get-nonce';

/**
 * Radix locks scrolling with a style element, which the Content-Security-Policy allows only with the page's nonce.
 * Scripts can read the nonce from the property of an element that has it; browsers blank the attribute.
 */
export function allowRadixStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
}
