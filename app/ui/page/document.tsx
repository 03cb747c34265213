import { createContext, useContext, useEffect, useState } from 'react';

import { useNavigation } from '@remix-run/react';

let firstKey: string | undefined;

/** Called once with the key of the location that the server rendered. Browser only. */
export function rememberFirstLocation(key: string): void {
  firstKey ??= key;
}

/** True if this location was reached by client navigation, not by loading the page. */
export function wasNavigatedTo(key: string): boolean {
  return firstKey !== undefined && key !== firstKey;
}

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The nonce that the page's Content-Security-Policy allows; undefined in the browser, which hides it. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** How long the bar stays after the change (docs/product.md, Shell). */
const HIDDEN_AFTER_MS = 300;

/** The thin bar at the top while the route changes and for a moment after. */
export function RouteProgress() {
  const running = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  if (running && !shown) setShown(true);
  useEffect(() => {
    if (running || !shown) return;
    const timer = setTimeout(() => setShown(false), HIDDEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running, shown]);

  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5"
    >
      <div
        className={`h-full origin-left bg-accent ${running ? 'animate-creep' : 'opacity-0 transition-opacity duration-300'}`}
      />
    </div>
  );
}
