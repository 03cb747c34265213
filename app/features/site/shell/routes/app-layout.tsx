import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';

import { DeletionBanner, useSessionEndError, VerifyEmailBanner } from '~/features/accounts';
import { photoUrl, readDeletion, requireUser } from '~/features/accounts/index.server';
import { TokensGlance, TokensProvider } from '~/features/billing';
import { readTokensLeft } from '~/features/billing/index.server';
import { HelpMenu } from '~/features/help';
import { UndeliveredBanner } from '~/features/email';
import { findUnreached, isOutboxUsed } from '~/features/email/index.server';
import { useJobEnds } from '~/features/media';
import { readJobsStart } from '~/features/media/index.server';
import { isDemo } from '~/gateways/ai/index.server';
import { noteZone } from '~/lib/format/context';
import { AppShell, type AppShellProps } from '../components/app-shell';
import { MaintenanceBanner } from '../../maintenance/maintenance-banner';
import type { ShellUser } from '../shell-user';
import { useDemoChanges } from '../use-live-session';
import { maintenanceNotice } from '../../maintenance/maintenance-actions.server';
import { DemoLink, DemoProvider } from '~/ui/feedback/demo';
import { ErrorPanel } from '~/ui/page/error-panel';
import { wasNavigatedTo } from '~/ui/page/document';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';
import { PublicPage } from '~/ui/page/public-page';
import { toastError } from '~/ui/feedback/toast';

import { shellTexts } from '../../texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const { id, firstName, lastName, email, isAdmin, emailVerified, timeZone, pictureId } = user;
  const now = new Date();
  const [deletion, tokens, maintenance, unreached, jobs] = await Promise.all([
    readDeletion(user),
    readTokensLeft(id, now),
    maintenanceNotice(now, timeZone),
    findUnreached(email),
    readJobsStart(id),
  ]);
  return {
    user: {
      id,
      firstName,
      lastName,
      email,
      isAdmin,
      pictureUrl: photoUrl(pictureId),
    } satisfies ShellUser,
    deletion,
    demo: isDemo(),
    // Without an email service there is no link to wait for.
    asksToVerify: !emailVerified && !isOutboxUsed(),
    jobs,
    maintenance,
    timeZone,
    tokens,
    unreached,
  };
}

/**
 * The shell's data is reloaded only after a change of settings, and when a page reloads itself. Each page checks the session
 * in its own loader.
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

type ShellData = ReturnType<typeof useLoaderData<typeof loader>>;

/** The frame around a page, or around its error. */
function Shell({ data, children }: { data: ShellData; children: AppShellProps['children'] }) {
  const { user, demo, asksToVerify, maintenance, deletion, tokens, unreached, jobs } = data;
  noteZone(data.timeZone);
  useJobEnds(jobs);
  useDemoChanges(demo);
  const banner = (
    <>
      {maintenance && <MaintenanceBanner notice={maintenance} />}
      <DeletionBanner deletion={deletion} />
      <UndeliveredBanner email={user.email} why={unreached} />
      {asksToVerify && <VerifyEmailBanner email={user.email} />}
    </>
  );
  return (
    // Removes what another user typed in the same tab.
    <TokensProvider key={user.id} start={tokens}>
      <DemoProvider value={{ answers: demo, setup: user.isAdmin ? '/admin/providers' : null }}>
        <AppShell
          user={user}
          banner={banner}
          // With either of them, phones show the short logo.
          tokens={
            (demo || tokens !== null) && (
              <>
                <DemoLink to="/help/demo-mode" />
                {tokens !== null && <TokensGlance />}
              </>
            )
          }
          help={<HelpMenu person={user} />}
        >
          {children}
        </AppShell>
      </DemoProvider>
    </TokensProvider>
  );
}

export default function SignedIn() {
  return (
    <Shell data={useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  useSessionEndError(error);
  const data = useRouteLoaderData<typeof loader>('features/site/shell/routes/app-layout');
  // Undefined if its loader failed, and null if it never ran, because the page has no action for the request.
  if (!data) {
    return (
      <PublicPage signIn={false}>
        <ErrorPanel error={error} />
      </PublicPage>
    );
  }
  return (
    <Shell data={data}>
      <ShellError error={error} />
    </Shell>
  );
}

/** A failed page inside the shell. If a client navigation threw, it also shows a toast (docs/product.md, Shell). */
function ShellError({ error }: { error: unknown }) {
  const { key } = useLocation();
  useEffect(() => {
    const threw = !isRouteErrorResponse(error);
    if (threw && wasNavigatedTo(key)) toastError(shellTexts.navigationFailed);
  }, [error, key]);
  return <ErrorPanel error={error} />;
}
