import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readGallery } from '../gallery.server';
import { readGalleryQuery } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';

/** A page of the gallery: `{ items, cursor }`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readGallery(user.id, readGalleryQuery(new URL(request.url).searchParams));
  });
}
