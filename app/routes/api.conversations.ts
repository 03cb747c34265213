import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { createConversation, listPage } from '~/features/chat/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limit } from '~/lib/rate-limit.server';

/** A page of the list: `?cursor=` from the page before. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return listPage(user.id, new URL(request.url).searchParams.get('cursor'));
  });
}

/** New Chat: `{ id }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limit('new-chat', user.id);
    return { id: await createConversation(user.id) };
  });
}
