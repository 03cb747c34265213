import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { Page, pageTitle } from '~/ui/page/page';

import { ProfileList } from '../components/profile-list';
import { readProfileList } from '../open-profile.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return readProfileList(user.id);
}

export const meta: MetaFunction = () => [{ title: pageTitle('Brand profiles') }];

export default function Profiles() {
  const list = useLoaderData<typeof loader>();
  return (
    <Page
      title="Brand profiles"
      intro="Tell us about your brand once. Everything we write follows your active profile."
    >
      <ProfileList list={list} />
    </Page>
  );
}
