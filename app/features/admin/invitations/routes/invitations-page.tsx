import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { InvitationsPage } from '../invitations-page';
import { readInvitations } from '../invitation-actions.server';
import { INVITATION_DAYS, requireAdmin, signUpMode } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const search = new URL(request.url).searchParams;
  return {
    page: await readInvitations(search, new Date()),
    days: INVITATION_DAYS,
    isNeeded: signUpMode() === 'invite',
    isLater: search.has('before'),
  };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Invitations') }];

export default function Invitations() {
  return <InvitationsPage {...useLoaderData<typeof loader>()} />;
}
