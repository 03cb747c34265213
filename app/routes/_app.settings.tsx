import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';

import { AccountSettings } from '~/features/auth';
import { passwordPolicy, requireUser } from '~/features/auth/index.server';
import { SubscriptionSettings } from '~/features/billing';
import { openSubscriptionTab } from '~/features/billing/index.server';
import { ContactForm } from '~/features/help';
import { SettingsTabs, settingsTabOf, type SettingsTabId } from '~/features/shell';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const { firstName, lastName, email } = user;
  const tab = settingsTabOf(new URL(request.url).search).id;
  return {
    account: { email, policy: passwordPolicy() },
    person: { firstName, lastName, email },
    subscription: tab === 'subscription' ? await openSubscriptionTab(user, new Date()) : null,
  };
}

/** What the shell shows in the sidebar. */
export const handle = { sidebar: SettingsTabs };

export const meta: MetaFunction = ({ location }) => [
  { title: pageTitle(`${settingsTabOf(location.search).label} settings`) },
];

const LINK = 'font-medium text-accent underline underline-offset-4';

const LINES: Record<SettingsTabId, ReactNode> = {
  tokens:
    'Here you will see how many tokens you have and what used them. This tab is not ready yet.',
  account:
    'Your email and password. Changing your name, two-factor sign-in and the list of your devices are not ready yet.',
  subscription: 'Your plan, how it stands, and what else there is.',
  importexport:
    'Here you will bring in your ChatGPT conversations and take all of your data out. This tab is not ready yet.',
  appearance:
    'Here you will set how Brandwright looks. This tab is not ready yet; the theme is in the user menu at the top right.',
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
  deleteAccount:
    'Here you will be able to ask for your account to be deleted. This tab is not ready yet; nothing can be deleted by accident.',
};

export default function Settings() {
  const { account, person, subscription } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const tab = settingsTabOf(search);
  const contentOf = (id: SettingsTabId): ReactNode => {
    switch (id) {
      case 'account':
        return <AccountSettings account={account} path={pathname + search} />;
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
