/** The header by which a request and its answer name the build that they belong to (decision 0072). */
export const BUILD_HEADER = 'X-Build';

export const OUTDATED = 'Brandwright was updated. Reload the page to continue.';

declare global {
  interface Window {
    /** The route manifest that Remix puts into each document. */
    __remixManifest?: { version?: string };
  }
}

/** The build that this page's scripts are from; null during development, when they change all the time. */
export function pageBuild(): string | null {
  if (import.meta.env.DEV || typeof window === 'undefined') return null;
  return window.__remixManifest?.version ?? null;
}
