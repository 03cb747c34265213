import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { changeFormat } from '../export/change-format.server';
import { readFormatChange } from '../requests.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** Says what it is written as, `{ format }`, null for nothing: `{ item }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    const { format } = readFormatChange(await request.json().catch(() => null));
    return { item: await changeFormat(user.id, params.id, format) };
  });
}
