import type * as markdown from '~/lib/markdown/browser';

export type PreviewMarkdown = typeof markdown;

let loaded: PreviewMarkdown | null = null;
let loading: Promise<PreviewMarkdown> | null = null;

/** Never rejects: without it a text is shown as the server rendered it, or plain. */
export async function preloadPreview(): Promise<void> {
  loading ??= import('~/lib/markdown/browser');
  try {
    loaded = await loading;
  } catch {
    // Offline, perhaps: the next wish tries again.
    loading = null;
  }
}

/** The renderer, once it is there. */
export function loadedPreview(): PreviewMarkdown | null {
  return loaded;
}
