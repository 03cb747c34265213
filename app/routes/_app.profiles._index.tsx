import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { requireUser } from '~/features/auth/index.server';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Brand profiles') }];

export default function Profiles() {
  return (
    <Page
      title="Brand profiles"
      intro="Here you will describe your brand: its story, your customer’s journey, what you offer and how you campaign. This section is not ready yet."
    />
  );
}
