import { client } from '~/http/client';

import type { CitationsApi } from './routes/citations';

const api = client<CitationsApi>();

/** The text of a variant without the marks of what it cites, for use elsewhere; as it is while the server is away. */
export function withoutCitations(id: string, text: string): Promise<string> {
  return import('./citation-marks').then(
    (part) =>
      part.textWithoutMarks(id, text, (ids) => api.get('/api/citations', { search: { ids } })),
    () => text,
  );
}
