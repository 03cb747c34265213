import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/auth/index.server';
import {
  createConversation,
  listOverview,
  listPage,
  parseListRequest,
} from '~/features/chat/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** How the list begins, narrowed by `?q=&from=&to=`; with `&group=&cursor=` a page of a group. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const { filter, page } = parseListRequest(new URL(request.url).searchParams);
    if (!page) return listOverview(user.id, filter);
    return listPage({ userId: user.id, group: page.group, filter }, page.cursor);
  });
}

const newChat = z.object({ localProfileId: z.uuid().nullable() });

/** New Chat: `{ id }`. `{ localProfileId }` is the brand profile that the browser remembers. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('new-chat', user.id, context.clientAddress);
    const body = newChat.safeParse(await request.json().catch(() => null));
    return { id: await createConversation(user.id, body.data?.localProfileId) };
  });
}
