import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, type ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';

import { ProfileSidebar } from '../components/profile-sidebar';
import { readProfileList } from '../open-profile.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return readProfileList(user.id);
}

/** Live events keep the list up to date; it's loaded again only when a page requests it. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** The sidebar's content; only the pages of this section load it. */
export const handle = { sidebar: ProfileSidebar };

export default function BrandSection() {
  return <Outlet />;
}
