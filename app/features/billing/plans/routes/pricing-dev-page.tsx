import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { optionalUser } from '~/features/accounts/index.server';
import { PriceChecks, TestModeOff } from '../components/test-mode';
import { PricingPage } from '../components/pricing-page';
import { readPricing, readTestMode } from '../pricing-view.server';
import { pageTitle } from '~/ui/page/page';

/** The pricing page for operators who set up payments; in test mode only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const test = await readTestMode();
  if (!test) return null;
  const found = await optionalUser(request, context);
  return { test, view: await readPricing(found?.user.id ?? null, new Date()) };
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Test pricing') },
  { name: 'robots', content: 'noindex' },
];

export default function PricingDev() {
  const page = useLoaderData<typeof loader>();
  if (!page) return <TestModeOff title="Test pricing" />;
  return (
    <PricingPage view={page.view}>
      <PriceChecks test={page.test} />
    </PricingPage>
  );
}
