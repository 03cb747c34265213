import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readContentVersion } from '../versions/list-versions.server';
import { readRestoration } from '../requests.server';
import { restoreVersion } from '../versions/restore-version.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** One former version with its text. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readContentVersion(user.id, params.id, params.versionId);
  });
}

/** Makes it the text again, over the `{ version }` that was seen, and answers what is there then. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    const { version } = readRestoration(await request.json().catch(() => null));
    return restoreVersion(user.id, params.id, params.versionId, version);
  });
}
