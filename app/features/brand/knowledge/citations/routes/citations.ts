import { get, resource } from '~/http/resource.server';

import { MAX_ASKED } from '../citation';
import { readCitations, readSentPassages } from '../retrieve-sources.server';

const api = resource(
  /**
   * What texts cite, for `?ids=` of answers, variants, and saved content, joined by commas. A text without citations is
   * missing, and so is one of another person.
   */
  get('/api/citations', { access: 'user', limit: 'citations' }, async ({ scope, search }) => {
    return { citations: await readCitations(scope, askedIds(search)) };
  }),

  /** The passages of documents that were sent for answers and variants (`?ids=`), word for word. */
  get('/api/sent-passages', { access: 'user', limit: 'citations' }, async ({ scope, search }) => {
    return { sent: await readSentPassages(scope, askedIds(search)) };
  }),
);

/** As many ids as the browser sends at once. */
function askedIds(search: URLSearchParams): string[] {
  const ids = (search.get('ids') ?? '').slice(0, MAX_ASKED * 37).split(',');
  return ids.slice(0, MAX_ASKED);
}

export type CitationsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
