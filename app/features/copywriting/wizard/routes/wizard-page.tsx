import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { readProfileList } from '~/features/brand/index.server';
import { pageTitle } from '~/ui/page/page';

import { recentContents } from '../../library/list/list-contents.server';
import { WizardPage } from '../briefs/components/wizard-page';
import { recentBriefs } from '../briefs/open-brief.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [profiles, briefs, recent] = await Promise.all([
    readProfileList(user.id),
    recentBriefs(user.id, null),
    recentContents(user.id),
  ]);
  return { profiles, briefs, recent };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Copy Wizard') }];

export default function CopyWizard() {
  return <WizardPage {...useLoaderData<typeof loader>()} />;
}
