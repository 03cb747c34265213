import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { downloadLedger } from '../download-ledger.server';
import { readLedgerFilter } from '../read-ledger.server';
import { answerOrFailure } from '~/http/responses.server';
import { knownZone } from '~/lib/local-days';
import { limitUse } from '~/http/rate-limit.server';

/** What was used and received, as a file. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('ledger-download', user.id, context.clientAddress);
    const filter = readLedgerFilter(new URL(request.url).searchParams);
    return downloadLedger(user.id, filter, knownZone(user.timeZone));
  });
}
