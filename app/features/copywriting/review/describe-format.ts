import { formatById } from '../formats/formats';

/** What a format is, with a few words for a model; no words for none. */
export function describeFormat(id: string | null): { id: string | null; description: string } {
  const format = formatById(id);
  return { id: format?.id ?? null, description: format ? `${format.name}. ${format.hint}` : '' };
}
