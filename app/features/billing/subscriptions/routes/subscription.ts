import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readSubscription } from '../read-subscription.server';
import { jsonOrFailure } from '~/http/responses.server';

/** What the person's plan is: `SubscriptionView`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readSubscription(user.id, new Date());
  });
}
