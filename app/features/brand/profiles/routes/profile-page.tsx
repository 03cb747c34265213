import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { FORMATS } from '~/features/copywriting/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';

import { ProfilePage } from '../components/profile-page';
import { openProfile, readProfileList } from '../open-profile.server';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [profile, list] = await Promise.all([
    orThrowResponse(openProfile(user.id, params.profileId)),
    readProfileList(user.id),
  ]);
  return { profile, list, formats: FORMATS.map(({ id, name }) => ({ id, name })) };
}

/** All steps are part of one page, which has their data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.profile.name ?? 'Brand profile') },
];

export default function Profile() {
  const { profile, list, formats } = useLoaderData<typeof loader>();
  return <ProfilePage key={profile.id} profile={profile} list={list} formats={formats} />;
}
