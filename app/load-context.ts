import '@remix-run/node';

import type { OutsideSources } from './lib/security/outside-sources';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The nonce of this response's Content-Security-Policy. */
    nonce?: string;
    /** The client's address, by TRUST_PROXY; absent under remix-serve. */
    clientAddress?: string;
    /** Adds a Set-Cookie header to this response, whatever writes it; absent under remix-serve. */
    setCookie?: (cookie: string) => void;
    /** Lets this response's page load these sources, and talk to windows that it opens; absent under remix-serve. */
    allowOutside?: (sources: OutsideSources) => void;
    /** Adds a Retry-After header of a few seconds; absent under remix-serve. */
    retryLater?: () => void;
  }
  // Single fetch preserves dates and similar types.
  interface Future {
    v3_singleFetch: true;
  }
}
