import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readCheckoutRequest, startCheckout } from '../start-checkout.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ price, instead? }` gives `{ url }`: of our checkout page, of Stripe's, or of the portal for users with a plan. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('checkout', user.id, context.clientAddress);
    const asked = readCheckoutRequest(await request.json().catch(() => null));
    return startCheckout(user.id, asked, new Date());
  });
}
