import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { requireUser } from '~/features/auth/index.server';
import { MediaCards } from '~/features/shell';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

/** What the shell shows in the sidebar. */
export const handle = { sidebar: MediaCards };

export const meta: MetaFunction = () => [{ title: pageTitle('Create Videos') }];

export default function VideoGen() {
  return (
    <Page
      title="Create Videos"
      intro="Here you will make short videos from a description or a picture. This section is not ready yet."
    />
  );
}
