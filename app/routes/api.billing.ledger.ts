import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { readLedger, readLedgerFilter } from '~/features/billing/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { knownZone } from '~/lib/local-days';

/** A page of what was used and received: `{ entries, cursor }`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const search = new URL(request.url).searchParams;
    const page = { zone: knownZone(user.timeZone), before: search.get('before') };
    return readLedger(user.id, readLedgerFilter(search), page);
  });
}
