import { askSearch } from './ask-search.server';
import { readResults, type SearchProvider } from './search';

/** A SearXNG of one's own, whose settings allow the format `json`. */
export function searxngSearch({ baseUrl }: { baseUrl: string }): SearchProvider {
  return {
    async search({ query, signal }) {
      const url = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      const { results } = await askSearch(url, { signal, headers: { Accept: 'application/json' } });
      return readResults(results, { title: 'title', address: 'url', text: 'content' });
    },
  };
}
