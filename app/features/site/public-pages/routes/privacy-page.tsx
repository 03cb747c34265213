import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { readPage } from '../read-page.server';
import { RecipientList } from '../components/recipient-list';
import { recipients } from '../recipients.server';
import { pageTitle } from '~/ui/page/page';
import { TextPage } from '~/ui/page/public-page';
import { RenderedText } from '~/ui/rich-text/markdown-text';

export async function loader() {
  return { page: await readPage('privacy'), recipients: recipients() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.page.title ?? 'Privacy') },
];

export default function Privacy() {
  const { page, recipients } = useLoaderData<typeof loader>();
  return (
    <TextPage title={page.title}>
      <RenderedText html={page.html} />
      <RecipientList recipients={recipients} />
    </TextPage>
  );
}
