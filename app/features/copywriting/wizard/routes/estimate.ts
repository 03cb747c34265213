import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { estimateBrief } from '../briefs/estimate-brief.server';
import { parseEstimate } from '../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** What a brief would cost: `{ tokens, available, enough }`. Nothing is asked of a model. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('brief-estimate', user.id, context.clientAddress);
    return estimateBrief(user.id, parseEstimate(await request.json().catch(() => null)));
  });
}
