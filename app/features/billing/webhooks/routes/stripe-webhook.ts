import type { ActionFunctionArgs } from '@remix-run/node';

import { webWebhook } from '../node-routes.server';

/** Events of Stripe's, signed. A node route of this address comes first where there is one. */
export function action({ request }: ActionFunctionArgs) {
  return webWebhook(request);
}
