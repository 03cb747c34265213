import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { readGallery, readGalleryQuery } from '~/features/media/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';

/** A page of the gallery: `{ items, cursor }`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readGallery(user.id, readGalleryQuery(new URL(request.url).searchParams));
  });
}
