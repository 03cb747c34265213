import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseChoice } from '../requests.server';
import { startImport } from '../start-import.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Has what was chosen written. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('import', user.id, context.clientAddress);
    const choice = parseChoice(await request.json().catch(() => null));
    return startImport(user.id, params.id, choice);
  });
}
