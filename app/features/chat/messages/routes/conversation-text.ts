import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readConversationText } from '../read-transcript.server';
import { jsonOrFailure } from '~/http/responses.server';

/** The whole conversation as Markdown: `{ text }`. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { text: await readConversationText(user.id, params.id) };
  });
}
