import { useEffect, type RefObject } from 'react';

import { client } from '~/http/client';

import type { CitationsApi } from './routes/citations';

// In the first load of the chat, so that it holds nothing but the wish to load the rest. The client is there already: a
// module that imports it would name its files here.

const api = client<CitationsApi>();
const ask = (ids: string) => api.get('/api/citations', { search: { ids } });
const load = () => import('./citation-marks');

/** Makes the citations in a finished text within `root` links that show their passages; empty while it is written. */
export function useCitations(root: RefObject<HTMLElement>, id: string, text: string): void {
  useEffect(() => {
    const element = root.current;
    if (!element || !/\[\d/.test(text)) return;
    const marking = load().then(
      (part) => part.markCitations(element, id, ask),
      // Possibly offline: then the numbers stay plain text.
      () => undefined,
    );
    return () => void marking.then((stop) => stop?.());
  }, [root, id, text]);
}
