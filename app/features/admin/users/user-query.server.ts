import { readCursor, type TimeCursor } from '../time-cursor.server';
import { USER_FILTERS, type UserFilter } from './user-view';

/** Which users an admin asks for. */
export interface UserQuery {
  /** Part of a name or an email; '' for all. */
  text: string;
  filter: UserFilter;
  /** The last user of the page before. */
  before: TimeCursor | null;
}

const MAX_SEARCH = 200;

/** What an address asks for; what is not understood in it counts as not said. */
export function readUserQuery(search: URLSearchParams): UserQuery {
  const text = (search.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return {
    text: text.toWellFormed().replaceAll('\0', ''),
    filter: USER_FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'all',
    before: readCursor(search.get('before')),
  };
}
