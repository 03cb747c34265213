import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { duplicateContent } from '../content/duplicate-content.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** Makes a copy beside it: `{ item }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('save-content', user.id, context.clientAddress);
    return { item: await duplicateContent(user.id, params.id) };
  });
}
