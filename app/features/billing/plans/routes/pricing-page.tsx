import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { optionalUser } from '~/features/accounts/index.server';
import { ProductGlance } from '~/features/site';
import { PricingPage } from '../components/pricing-page';
import { readPricing } from '../pricing-view.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await optionalUser(request, context);
  return readPricing(found?.user.id ?? null, new Date());
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Pricing') },
  {
    name: 'description',
    content: 'Brandwright pricing: what’s free, what’s included, and what plans cost.',
  },
];

export default function Pricing() {
  return <PricingPage view={useLoaderData<typeof loader>()} example={<ProductGlance />} />;
}
