import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { readPage } from '../read-page.server';
import { recipients, type Recipient } from '../recipients.server';
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

/** Depends only on the settings, so it's right whatever the text above says. */
function RecipientList({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">Services that receive your data</h2>
      {recipients.length === 0 ? (
        <p>None. On this site, everything stays on its own server.</p>
      ) : (
        <>
          <p>This list reflects how the site is set up today.</p>
          <dl>
            {recipients.map(({ purpose, host, receives }) => (
              <div key={purpose + host} className="mt-4">
                <dt className="font-medium wrap-anywhere">
                  {purpose}: <span className="text-muted">{host}</span>
                </dt>
                <dd className="mt-1">{receives}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
