import { fieldsOf } from '~/lib/json';

import { askSearch } from './ask-search.server';
import { MAX_FOUND, readResults, type SearchProvider } from './search';

/** It takes no more words. */
const MAX_WORDS = 50;

/** Brave's Search API. */
export function braveSearch({ baseUrl, key }: { baseUrl: string; key: string }): SearchProvider {
  return {
    async search({ query, signal }) {
      const url = new URL('/res/v1/web/search', baseUrl);
      url.search = new URLSearchParams({
        q: query.split(/\s+/).slice(0, MAX_WORDS).join(' '),
        count: String(MAX_FOUND),
        result_filter: 'web',
        text_decorations: 'false',
      }).toString();
      const headers = { Accept: 'application/json', 'X-Subscription-Token': key };
      const { web } = await askSearch(url, { signal, headers });
      const { results } = fieldsOf(web);
      return readResults(results, { title: 'title', address: 'url', text: 'description' });
    },
  };
}
