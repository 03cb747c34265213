import { parseListCursor } from '~/lib/list-cursor';

import { fieldInput } from '../media-input.server';
import type { GalleryQuery } from './gallery-actions.server';
import { instant, itemKind, loraId } from './schema';

const readInstant = fieldInput(instant);
const readKind = fieldInput(itemKind);
const readLoraId = fieldInput(loraId);

/** What of the gallery an address asks for. @throws AppError `invalid` */
export function readGalleryQuery(search: URLSearchParams): GalleryQuery {
  const given = <T>(name: string, read: (value: string) => T): T | null => {
    const value = search.get(name);
    return value === null ? null : read(value);
  };
  const place = given('before', parseListCursor);
  return {
    before: place && { createdAt: new Date(place.date), id: place.id },
    favourite: search.get('favourite') === '1',
    kind: given('kind', readKind),
    loraId: given('loraId', readLoraId),
    from: given('from', readInstant),
    to: given('to', readInstant),
  };
}
