import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { StripeTesting, TestModeOff } from '../components/test-mode';
import { readTestMode } from '../pricing-view.server';
import { pageTitle } from '~/ui/page/page';

export function loader() {
  return readTestMode();
}

export const meta: MetaFunction = () => [
  { title: pageTitle('Testing payments') },
  { name: 'robots', content: 'noindex' },
];

export default function Testing() {
  const test = useLoaderData<typeof loader>();
  return test ? <StripeTesting test={test} /> : <TestModeOff title="Testing payments" />;
}
