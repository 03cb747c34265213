import type * as markdown from '~/lib/markdown/browser';

export type BrowserMarkdown = typeof markdown;

let loaded: BrowserMarkdown | null = null;
let loading: Promise<BrowserMarkdown> | null = null;

/** The renderer and its sanitiser are not part of the first load: call it when text is about to be written. */
function loadMarkdown(): Promise<BrowserMarkdown> {
  loading ??= import('~/lib/markdown/browser').then(
    (module) => (loaded = module),
    (error: unknown) => {
      // Offline, perhaps: the next wish tries again, and the text is shown plain meanwhile.
      loading = null;
      throw error;
    },
  );
  return loading;
}

export function loadedMarkdown(): BrowserMarkdown | null {
  return loaded;
}

/** Never rejects: without it text is shown as the server rendered it, or plain. */
export async function preloadMarkdown(): Promise<void> {
  try {
    await loadMarkdown();
  } catch {
    // Tried again with the next text.
  }
}
