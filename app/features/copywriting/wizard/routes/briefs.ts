import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createBrief } from '../briefs/create-brief.server';
import { parseBrief } from '../requests.server';
import { recentBriefs } from '../briefs/list-briefs.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Recent ones, newest first, from `?before=cursor` on: `{ items, cursor }`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return recentBriefs(user.id, new URL(request.url).searchParams.get('before'));
  });
}

/** Has everything written that the brief `{ kind, formatIds, variants, profileId, fields, clientKey }` asks for. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('brief', user.id, context.clientAddress);
    const given = parseBrief(await request.json().catch(() => null));
    return createBrief({ userId: user.id, ...given });
  });
}
