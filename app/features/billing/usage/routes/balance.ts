import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readBalance } from '../read-balance.server';
import { jsonOrFailure } from '~/http/responses.server';

/** What there is of each kind of tokens, and until when: a `BalanceView`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readBalance(user.id, new Date());
  });
}
