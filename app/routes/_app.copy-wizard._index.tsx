import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { CopyStartPage } from '~/features/copy';
import { openStart } from '~/features/copy/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return openStart(user.id);
}

export const meta: MetaFunction = () => [{ title: pageTitle('Copy Wizard') }];

export default function CopyWizard() {
  return <CopyStartPage {...useLoaderData<typeof loader>()} />;
}
