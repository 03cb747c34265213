import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { requireUser } from '~/features/auth/index.server';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Copy Wizard') }];

export default function CopyWizard() {
  return (
    <Page
      title="Copy Wizard"
      intro="Here you will turn your brand profile into social posts, long-form articles, landing pages and e-mails. This section is not ready yet."
    />
  );
}
