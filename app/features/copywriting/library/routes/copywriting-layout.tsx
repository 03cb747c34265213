import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, type ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';

import { savedOverview } from '../list/list-contents.server';
import { SavedSidebar } from '../list/saved-sidebar';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return { saved: await savedOverview(user.id) };
}

/** Live events keep the lists up to date; they are loaded again only when a page requests it. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** The sidebar's content; only the pages of this section load it. */
export const handle = { sidebar: SavedSidebar };

export default function CopyWizardSection() {
  return <Outlet />;
}
