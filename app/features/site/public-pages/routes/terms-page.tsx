import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { WrittenPage } from '../components/written-page';
import { readPage } from '../read-page.server';
import { pageTitle } from '~/ui/page/page';

export async function loader() {
  return { page: await readPage('terms') };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.page.title ?? 'Terms of use') },
];

export default function Terms() {
  return <WrittenPage page={useLoaderData<typeof loader>().page} />;
}
