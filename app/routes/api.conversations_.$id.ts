import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/auth/index.server';
import { deleteConversation, rename } from '~/features/chat/index.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

const body = z.object({ title: z.string() });

/** PATCH `{ title }` renames, DELETE deletes. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const parsed = body.safeParse(await request.json().catch(() => null));
        if (!parsed.success) throw new AppError('invalid', 'Please type a title.');
        return { conversation: await rename(user.id, params.id, parsed.data.title) };
      }
      case 'DELETE':
        await deleteConversation(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
