import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { optionalUser } from '~/features/accounts/index.server';
import {
  VerifySubscriptionCard,
  type VerifySubscriptionView,
} from '../components/verify-subscription-card';
import { readCheckout } from '../open-checkout.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({
  request,
  context,
}: LoaderFunctionArgs): Promise<VerifySubscriptionView> {
  const found = await optionalUser(request, context);
  if (!found) return { state: 'visitor' };
  const checkout = new URL(request.url).searchParams.get('checkout');
  return (await readCheckout(found.user.id, checkout, new Date())) ?? { state: 'unknown' };
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Your payment') },
  { name: 'robots', content: 'noindex' },
];

export default function VerifySubscription() {
  return <VerifySubscriptionCard view={useLoaderData<typeof loader>()} />;
}
