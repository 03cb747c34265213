import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/accounts/index.server';
import { createConversation } from '../create-conversation.server';
import { readList } from '../list/list-conversations.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A part of the list; where all of the app runs, it answers this without Remix (docs/decisions/0003). */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readList(user.id, new URL(request.url).searchParams);
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
