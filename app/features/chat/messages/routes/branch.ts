import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/accounts/index.server';
import { chooseBranch } from '../choose-branch.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

const body = z.object({ messageId: z.uuid() });

/** POST `{ messageId }`: the conversation shows the branch through this message, and answers where it ends: `{ leafId }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    const parsed = body.safeParse(await request.json().catch(() => null));
    if (!parsed.success) throw new AppError('invalid', 'This request could not be understood.');
    return { leafId: await chooseBranch(user.id, params.id, parsed.data.messageId) };
  });
}
