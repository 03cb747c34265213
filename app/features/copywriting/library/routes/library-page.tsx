import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { readProfileList } from '~/features/brand/index.server';
import { pageTitle } from '~/ui/page/page';

import { WizardPage } from '../../wizard/briefs/components/wizard-page';
import { recentBriefs } from '../../wizard/briefs/open-brief.server';
import { openStart } from '../list/list-contents.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [profiles, briefs, { recent }] = await Promise.all([
    readProfileList(user.id),
    recentBriefs(user.id, null),
    openStart(user.id),
  ]);
  return { profiles, briefs, recent };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Copy Wizard') }];

export default function CopyWizard() {
  return <WizardPage {...useLoaderData<typeof loader>()} />;
}
