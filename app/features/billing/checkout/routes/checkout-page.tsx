import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { redirectDocument, useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { CheckoutPage } from '../components/checkout-page';
import { returnPath } from '../checkout';
import { openCheckout } from '../open-checkout.server';
import { PAYMENT_SOURCES } from '~/gateways/payments/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { limitUse } from '~/http/rate-limit.server';
import { pageTitle } from '~/ui/page/page';

/** The only page that loads Stripe's script, and whose content security policy allows it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const open = async () => {
    // Each page view asks Stripe.
    await limitUse('checkout', user.id, context.clientAddress);
    return openCheckout(user.id, params.checkoutId, new Date());
  };
  const view = await orThrowResponse(open());
  if ('over' in view) throw redirect(returnPath(view.over));
  context.allowOutside?.(PAYMENT_SOURCES);
  return view;
}

/** The policy comes with the document, so this page is never shown by client-side navigation. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Checkout') },
  { name: 'robots', content: 'noindex' },
];

export default function Checkout() {
  return <CheckoutPage view={useLoaderData<typeof loader>()} />;
}
