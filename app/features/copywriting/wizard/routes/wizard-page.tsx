import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { readBasics, readProfileList } from '~/features/brand/index.server';
import { pageTitle } from '~/ui/page/page';

import { recentContents } from '../../library/list/list-contents.server';
import { WizardPage } from '../briefs/components/wizard-page';
import { knownFields } from '../briefs/known-fields';
import { recentBriefs } from '../briefs/open-brief.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [profiles, basics, briefs, recent] = await Promise.all([
    readProfileList(user.id),
    readBasics(user.id),
    recentBriefs(user.id, null),
    recentContents(user.id),
  ]);
  const known = Object.fromEntries([...basics].map(([id, texts]) => [id, knownFields(texts)]));
  return { profiles, known, briefs, recent };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Copy Wizard') }];

export default function CopyWizard() {
  return <WizardPage {...useLoaderData<typeof loader>()} />;
}
