import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { AppShell, ShellError, type ShellUser } from '~/features/shell';
import { ErrorPanel } from '~/ui/error-panel';
import { errorTitle, pageTitle } from '~/ui/page-title';
import { PublicPage } from '~/ui/public-page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const { firstName, lastName, email, isAdmin } = user;
  return { user: { firstName, lastName, email, isAdmin } satisfies ShellUser };
}

/**
 * The shell's data is asked for again only when it may have changed: after a change of settings, and when a page asks
 * for it. Each page checks the session in its own loader.
 */
export function shouldRevalidate({
  formMethod,
  formAction,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined) return formAction?.startsWith('/settings') ?? false;
  return currentUrl.href === nextUrl.href;
}

export const meta: MetaFunction = ({ error }) => [
  { title: error === undefined ? 'Brandwright' : pageTitle(errorTitle(error)) },
];

export default function SignedIn() {
  const { user } = useLoaderData<typeof loader>();
  return (
    <AppShell user={user}>
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>('routes/_app');
  if (data === undefined) {
    return (
      <PublicPage signIn={false}>
        <ErrorPanel error={error} />
      </PublicPage>
    );
  }
  return (
    <AppShell user={data.user}>
      <ShellError error={error} />
    </AppShell>
  );
}
