import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readLedger, readLedgerFilter } from '../read-ledger.server';
import { jsonOrFailure } from '~/http/responses.server';
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
