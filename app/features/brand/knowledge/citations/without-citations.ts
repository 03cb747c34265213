import { useEffect, useState } from 'react';

import { client } from '~/http/client';

import { citedNumbers, type ShownCitation, withoutCitationMarks } from './citation';
import type { CitationsApi } from './routes/citations';

const api = client<CitationsApi>();

const hasMarks = (text: string) => /\[\d/.test(text);

/** Empty while the server is away. */
const load = (id: string): Promise<ShownCitation[]> =>
  import('./citation-marks').then(
    (part) => part.citationsOf(id, (ids) => api.get('/api/citations', { search: { ids } })),
    () => [],
  );

const without = (text: string, citations: readonly ShownCitation[]) =>
  withoutCitationMarks(text, new Set(citations.map(({ number }) => number)));

/** A text without the marks of what it cites, for use elsewhere. */
export async function withoutCitations(id: string, text: string): Promise<string> {
  return hasMarks(text) ? without(text, await load(id)) : text;
}

/** A text as it is published, without the marks of what it cites, and what that is. Without an id it has none. */
export function usePublished(
  id: string | null,
  text: string,
): { published: string; cited: ShownCitation[] } {
  const [loaded, setLoaded] = useState<{ id: string; citations: ShownCitation[] }>();
  const isMarked = hasMarks(text);
  useEffect(() => {
    if (!isMarked || id === null) return;
    let current = true;
    void load(id).then((citations) => current && setLoaded({ id, citations }));
    return () => {
      current = false;
    };
  }, [id, isMarked]);
  const citations = loaded?.id === id ? loaded.citations : [];
  const numbers = new Set(citedNumbers(text));
  return {
    published: without(text, citations),
    cited: citations.filter(({ number }) => numbers.has(number)),
  };
}
