import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readWholeMessage } from '../read-message.server';
import { jsonOrFailure } from '~/http/responses.server';

/** A message in full, in Markdown, with the files that came with it: `{ text, files }`. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readWholeMessage(user.id, params.id);
  });
}
