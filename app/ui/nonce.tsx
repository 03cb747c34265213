import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The nonce that the page's Content-Security-Policy allows; undefined in the browser, where it is hidden. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
