import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readEarlierMessages } from '../../conversations/open-conversation.server';
import { jsonOrFailure } from '~/http/responses.server';

/** Messages of the branch that is shown: `?before=` one of them, and `?until=` another; `{ messages }`. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const search = new URL(request.url).searchParams;
    const part = { before: search.get('before'), until: search.get('until') };
    return { messages: await readEarlierMessages(user.id, params.id, part) };
  });
}
