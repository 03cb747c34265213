import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { ProductExample, ProductPromise } from './components/product-pitch';

let example: string | undefined;

/** What sign-in and sign-up tell strangers, as HTML: it never changes in the browser, so no script is loaded for it. */
export function renderPitch(price: string): { promise: string; example: string } {
  example ??= renderToStaticMarkup(createElement(ProductExample));
  return { promise: renderToStaticMarkup(createElement(ProductPromise, { price })), example };
}
