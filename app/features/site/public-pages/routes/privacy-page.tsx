import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { RecipientList } from '../components/recipient-list';
import { WrittenPage } from '../components/written-page';
import { readPage } from '../read-page.server';
import { recipients } from '../recipients.server';
import { pageTitle } from '~/ui/page/page';

export async function loader() {
  return { page: await readPage('privacy'), recipients: recipients() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.page.title ?? 'Privacy') },
];

export default function Privacy() {
  const { page, recipients } = useLoaderData<typeof loader>();
  return (
    <WrittenPage page={page}>
      <RecipientList recipients={recipients} />
    </WrittenPage>
  );
}
