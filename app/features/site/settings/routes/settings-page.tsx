import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';

import { AccountSettings, DeletionSettings, PhotoForm } from '~/features/accounts';
import {
  photoUrl,
  readAccount,
  readDeletion,
  requireUser,
  twoFactorState,
  wouldBeDueOn,
} from '~/features/accounts/index.server';
import { SubscriptionSettings, TokensTab } from '~/features/billing';
import { openSubscriptionTab, openTokensTab } from '~/features/billing/index.server';
import { ContactForm } from '~/features/help';
import { initials } from '../../shell/shell-user';
import { AppearanceSettings } from '../components/appearance-settings';
import { SettingsTabs, settingsTabOf, type SettingsTabId } from '../components/settings-tabs';
import { LastExport, ImportExportTab } from '~/features/import-export';
import { Page, pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await requireUser(request, context);
  const { user } = found;
  const { firstName, lastName, email } = user;
  const { search, searchParams } = new URL(request.url);
  const tab = settingsTabOf(search).id;
  const now = new Date();
  return {
    tokens: tab === 'tokens' ? await openTokensTab(user, searchParams, now) : null,
    person: { firstName, lastName, email },
    account:
      tab === 'account'
        ? {
            ...(await readAccount(found, now)),
            twoFactor: await twoFactorState(user.id),
            photoUrl: photoUrl(user.pictureId),
          }
        : null,
    deletion:
      tab === 'deleteAccount'
        ? {
            deletion: await readDeletion(user),
            wouldBeDueOn: wouldBeDueOn(now, user.timeZone),
          }
        : null,
    subscription: tab === 'subscription' ? await openSubscriptionTab(user, now) : null,
  };
}

/** The shell shows this in the sidebar. */
export const handle = { sidebar: SettingsTabs };

export const meta: MetaFunction = ({ location }) => [
  { title: pageTitle(`${settingsTabOf(location.search).label} settings`) },
];

const LINK = 'font-medium text-accent underline underline-offset-4';

const LINES: Record<SettingsTabId, ReactNode> = {
  tokens: undefined,
  account: 'Who you are here, how you sign in, and where.',
  subscription: 'Your plan, how it stands, and what else there is.',
  importexport: 'Bring in conversations from elsewhere, and take everything of yours out.',
  appearance:
    'How Brandwright looks in this browser. The theme can be switched in the user menu, too.',
  contact: 'Something does not work, or could work better? Write to whoever runs this site.',
  privacyLink: (
    <>
      What is kept about you and why is in the{' '}
      <Link to="/privacy" className={LINK}>
        privacy notice
      </Link>
      .
    </>
  ),
  termsLink: (
    <>
      What you and we agree on is in the{' '}
      <Link to="/terms" className={LINK}>
        terms of use
      </Link>
      .
    </>
  ),
  deleteAccount: 'Ask for your account to be deleted, with everything in it.',
};

export default function Settings() {
  const { account, deletion, person, subscription, tokens } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const tab = settingsTabOf(search);
  const contentOf = (id: SettingsTabId): ReactNode => {
    switch (id) {
      case 'tokens':
        return tokens && <TokensTab data={tokens} />;
      case 'account':
        return (
          account && (
            <AccountSettings
              account={account}
              path={pathname + search}
              photo={<PhotoForm photoUrl={account.photoUrl} initials={initials(account)} />}
            />
          )
        );
      case 'appearance':
        return <AppearanceSettings />;
      case 'deleteAccount':
        return (
          deletion && (
            <DeletionSettings {...deletion} path={pathname + search} lastExport={<LastExport />} />
          )
        );
      case 'importexport':
        return <ImportExportTab />;
      case 'subscription':
        return subscription && <SubscriptionSettings view={subscription} />;
      case 'contact':
        return (
          <div className="max-w-xl">
            <ContactForm person={person} />
          </div>
        );
    }
  };
  return (
    <Page title={tab.label} intro={LINES[tab.id]}>
      {contentOf(tab.id)}
    </Page>
  );
}
