import { formatById } from '../formats/formats';

/** What a format is, in a few words for a model; empty for none. */
export function describeFormat(id: string | null): string {
  const format = formatById(id);
  return format ? `${format.name}. ${format.hint}` : '';
}
