import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { serveItem } from '~/features/media/index.server';
import { answerOrFailure } from '~/lib/http/responses.server';

/** The picture for its owner; `?size=` a smaller version, `?download=1` to keep it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const search = new URL(request.url).searchParams;
    return serveItem(user.id, params.id, {
      size: search.get('size'),
      download: search.get('download') === '1',
    });
  });
}
