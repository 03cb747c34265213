import { askSearch } from './ask-search.server';
import { MAX_FOUND, readResults, type SearchProvider } from './search';

/** Tavily's Search API. */
export function tavilySearch({ baseUrl, key }: { baseUrl: string; key: string }): SearchProvider {
  return {
    async search({ query, signal }) {
      const { results } = await askSearch(new URL('/search', baseUrl), {
        method: 'POST',
        signal,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, max_results: MAX_FOUND, search_depth: 'basic' }),
      });
      return readResults(results, { title: 'title', address: 'url', text: 'content' });
    },
  };
}
