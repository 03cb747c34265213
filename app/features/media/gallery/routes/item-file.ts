import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { serveItem, wantedPart } from '../serve-item.server';
import { answerOrFailure } from '~/http/responses.server';

/** The file for its owner, or a range of it; `?size=` a smaller version or the poster, `?download=1` to keep it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const search = new URL(request.url).searchParams;
    const file = { size: search.get('size'), download: search.get('download') === '1' };
    return serveItem(user.id, params.id, file, wantedPart(request));
  });
}
