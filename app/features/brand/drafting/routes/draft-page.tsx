import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';

import { openProfile } from '../../profiles/open-profile.server';
import { DraftPage } from '../components/draft-page';
import { draftTerms, readProposal } from '../draft-actions.server';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const profile = await orThrowResponse(openProfile(user.id, params.profileId));
  return { profile, draft: await readProposal(user.id, profile.id), ...draftTerms() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? `Draft of ${data.profile.name}` : 'Brand profile') },
];

export default function ProfileDraft() {
  const { profile, draft, cost, demo } = useLoaderData<typeof loader>();
  return <DraftPage key={profile.id} profile={profile} draft={draft} cost={cost} demo={demo} />;
}
