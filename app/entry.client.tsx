import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { pageDataFetch } from './http/page-data';
import { adoptFormatContext } from './lib/format/context';

// Browsers have had `URL.parse` only since mid-2024.
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);

window.fetch = pageDataFetch(window.fetch.bind(window));

adoptFormatContext(document.documentElement.dataset.format);

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

// Only people who use the keyboard need it.
addEventListener(
  'keydown',
  () =>
    void import('./ui/kept-focus').then(
      (kept) => kept.keepFocus(),
      () => {
        // For example offline: then it's lost, as on any other page.
      },
    ),
  { once: true },
);
