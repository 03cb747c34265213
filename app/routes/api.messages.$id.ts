import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { readMessageText } from '~/features/chat/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';

/** A message as it was written, in Markdown: `{ text }`. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { text: await readMessageText(user.id, params.id) };
  });
}
