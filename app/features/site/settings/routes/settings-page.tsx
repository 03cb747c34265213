import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';

import {
  AccountSettings,
  DeletionSettings,
  PhotoForm,
  reloadIfAnswered,
} from '~/features/accounts';
import { openAccountTab, openDeletionTab, requireUser } from '~/features/accounts/index.server';
import { SubscriptionSettings, TokensTab } from '~/features/billing';
import { openSubscriptionTab, openTokensTab } from '~/features/billing/index.server';
import { ContactForm } from '~/features/help';
import { initials } from '../../shell/shell-user';
import { AppearanceSettings } from '../components/appearance-settings';
import {
  chosenTabOf,
  SettingsMenu,
  SettingsTabs,
  settingsTabOf,
  type SettingsTabId,
} from '../components/settings-tabs';
import { RecipientList } from '../../public-pages/components/recipient-list';
import { readPage } from '../../public-pages/read-page.server';
import { recipients } from '../../public-pages/recipients.server';
import { LastExport, ImportExportTab } from '~/features/import-export';
import { ArrowLeft } from '~/ui/display/shared-icons';
import { Page, pageTitle } from '~/ui/page/page';
import { RenderedText } from '~/ui/rich-text/markdown-text';

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
    account: tab === 'account' ? await openAccountTab(found, now) : null,
    deletion: tab === 'deleteAccount' ? await openDeletionTab(user, now) : null,
    legal: await readLegal(tab),
    subscription: tab === 'subscription' ? await openSubscriptionTab(user, now) : null,
  };
}

/** The text of the Privacy or Terms tab, with the services that get data. */
async function readLegal(tab: SettingsTabId) {
  switch (tab) {
    case 'privacyLink':
      return { ...(await readPage('privacy')), recipients: recipients() };
    case 'termsLink':
      return { ...(await readPage('terms')), recipients: null };
    default:
      return null;
  }
}

/** The shell shows this in the sidebar. */
export const handle = { sidebar: SettingsTabs };

export const shouldRevalidate = reloadIfAnswered;

export const meta: MetaFunction = ({ location }) => [
  { title: pageTitle(`${settingsTabOf(location.search).label} settings`) },
];

const INTROS: Partial<Record<SettingsTabId, string>> = {
  account: 'Your name, your sign-in, and your devices.',
  subscription: 'Your plan and your options.',
  importexport: 'Import conversations from other apps, or export everything you have here.',
  appearance: 'How Brandwright looks in this browser.',
  contact: 'Tell us what’s wrong, or what you’d love to see.',
  deleteAccount: 'Delete your account and everything in it.',
};

export default function Settings() {
  const { account, deletion, legal, person, subscription, tokens } = useLoaderData<typeof loader>();
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
      case 'privacyLink':
      case 'termsLink':
        return (
          legal && (
            <div className="prose-chat max-w-2xl">
              <RenderedText html={legal.html} />
              {legal.recipients && <RecipientList recipients={legal.recipients} />}
            </div>
          )
        );
    }
  };
  const isChosen = chosenTabOf(search) !== null;
  return (
    <>
      {isChosen ? (
        <BackToMenu />
      ) : (
        <div className="desktop:hidden">
          <Page title="Settings">
            <SettingsMenu />
          </Page>
        </div>
      )}
      <div className={isChosen ? '' : 'hidden desktop:block'}>
        <Page title={legal?.title ?? tab.label} intro={INTROS[tab.id]}>
          {contentOf(tab.id)}
        </Page>
      </div>
    </>
  );
}

function BackToMenu() {
  return (
    <div className="mx-auto w-full max-w-3xl px-3 pt-3 sm:px-6 desktop:hidden">
      <Link
        to="/settings"
        className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-text"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Settings
      </Link>
    </div>
  );
}
