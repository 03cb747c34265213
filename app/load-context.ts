import '@remix-run/node';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The nonce of this response's Content-Security-Policy. */
    nonce?: string;
    /** The client's address, by TRUST_PROXY; absent under remix-serve. */
    clientAddress?: string;
    /** Adds a Set-Cookie header to this response, whoever writes it; absent under remix-serve. */
    setCookie?: (cookie: string) => void;
  }
  // Single fetch keeps dates and the like as they are.
  interface Future {
    v3_singleFetch: true;
  }
}
