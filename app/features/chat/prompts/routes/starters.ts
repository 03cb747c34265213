import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { hideStarter, showAllStarters } from '../hide-starter.server';
import { parseStarters } from '../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ hide }` hides one of the prompts that come with the product, `{ showAll: true }` shows all again. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('prompt-change', user.id, context.clientAddress);
    const wanted = parseStarters(await request.json().catch(() => null));
    if ('hide' in wanted) await hideStarter(user.id, wanted.hide);
    else await showAllStarters(user.id);
    return { success: true };
  });
}
