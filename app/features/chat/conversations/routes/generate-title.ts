import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { requireApiUser } from '~/features/accounts/index.server';
import { generateTitle } from '../settings/make-title.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

const body = z.object({ content: z.string().trim().min(1) });

/** POST /api/tools/generate-title: `{ content }` gives `{ title }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('title', user.id, context.clientAddress);
    const parsed = body.safeParse(await request.json().catch(() => null));
    if (!parsed.success) {
      const error = 'content must be text with at least one character';
      throw new AppError('invalid', error, { fields: { content: error } });
    }
    return { title: await generateTitle(parsed.data.content, user.id) };
  });
}
