import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { patientFetch } from './http/patient-fetch';

window.fetch = patientFetch(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
