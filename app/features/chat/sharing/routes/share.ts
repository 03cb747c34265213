import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/accounts/index.server';
import {
  endShareAt,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from '../manage-share.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

const change = z.union([
  z.object({ update: z.literal(true) }),
  z.object({ expiresAt: z.number().int().min(0).max(8.64e15).nullable() }),
]);

/** `{ share }`, null while the conversation is not shared. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { share: await shareOf(user.id, params.id ?? '') };
  });
}

/** POST shares, PATCH `{ update: true }` or `{ expiresAt }` changes the link, DELETE takes it back. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    const id = params.id ?? '';
    switch (request.method) {
      case 'POST':
        return { share: await shareConversation(user.id, id) };
      case 'PATCH': {
        const parsed = change.safeParse(await request.json().catch(() => null));
        if (!parsed.success) throw new AppError('invalid', 'This change could not be read.');
        if ('update' in parsed.data) return { share: await updateShare(user.id, id) };
        const { expiresAt } = parsed.data;
        const end = expiresAt === null ? null : new Date(expiresAt);
        return { share: await endShareAt(user.id, id, end) };
      }
      case 'DELETE':
        await unshare(user.id, id);
        return { share: null };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
