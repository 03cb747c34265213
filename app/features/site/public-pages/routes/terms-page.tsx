import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { readPage } from '../read-page.server';
import { pageTitle } from '~/ui/page/page';
import { TextPage } from '~/ui/page/public-page';
import { RenderedText } from '~/ui/rich-text/markdown-text';

export async function loader() {
  return { page: await readPage('terms') };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.page.title ?? 'Terms of use') },
];

export default function Terms() {
  const { page } = useLoaderData<typeof loader>();
  return (
    <TextPage title={page.title}>
      <RenderedText html={page.html} />
    </TextPage>
  );
}
