import { Link } from '@remix-run/react';
import { useId, type ReactNode } from 'react';

import { buttonClass } from '~/ui/button';

import { PasskeySettings } from '../../passkeys/components/passkey-settings';
import { TwoFactorSettings } from '../../two-factor/components/two-factor-settings';
import type { AccountView } from '../account-view';
import { ChangeEmailForm } from '../../email-address/components/change-email-form';
import { ChangePasswordForm } from '../../passwords/components/change-password-form';
import { NamesForm } from './names-form';
import { SecurityEvents } from '../../security-events/components/security-events';
import { SessionList } from '../../sessions/components/session-list';
import { TimeZoneForm } from './time-zone-form';

export interface AccountSettingsProps {
  account: AccountView;
  /** The page's own path. */
  path: string;
  /** The form for the photo. */
  photo: ReactNode;
}

/** Name, photo, and everything about signing in. */
export function AccountSettings({ account, path, photo }: AccountSettingsProps) {
  const { email, firstName, lastName, timeZones, sessions, twoFactor, passkeys, events } = account;
  return (
    <div className="max-w-xl divide-y">
      <SettingsPart title="Name">
        <NamesForm firstName={firstName} lastName={lastName} />
      </SettingsPart>
      <SettingsPart title="Photo">{photo}</SettingsPart>
      <SettingsPart title="Email">
        {/* A new address needs a new form: the typed text and the answer belong to the old one. */}
        <ChangeEmailForm key={email} email={email} path={path} />
      </SettingsPart>
      <SettingsPart title="Password">
        <ChangePasswordForm {...account} path={path} />
      </SettingsPart>
      <SettingsPart title="Two-factor sign-in">
        <TwoFactorSettings state={twoFactor} path={path} />
      </SettingsPart>
      {(passkeys.host !== null || passkeys.passkeys.length > 0) && (
        <SettingsPart title="Passkeys">
          <PasskeySettings {...passkeys} path={path} />
        </SettingsPart>
      )}
      {account.linkedAccounts !== null && (
        <SettingsPart title="Linked accounts">
          <p className="mb-4 text-muted text-pretty">
            {account.linkedAccounts === 0
              ? 'Sign in with an account that you already have somewhere else.'
              : `You have ${account.linkedAccounts} linked.`}
          </p>
          <Link to="/linked-accounts" className={buttonClass({ variant: 'secondary' })}>
            Manage linked accounts
          </Link>
        </SettingsPart>
      )}
      <SettingsPart title="Time zone">
        <TimeZoneForm chosen={timeZones.chosen} browser={timeZones.browser} />
      </SettingsPart>
      <SettingsPart title="Where you’re signed in">
        <SessionList sessions={sessions} path={path} />
      </SettingsPart>
      <SettingsPart title="Security activity">
        <SecurityEvents key={events.events[0]?.id} {...events} />
      </SettingsPart>
    </div>
  );
}

function SettingsPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="py-8 first:pt-0">
      <h2 id={id} className="font-display text-xl font-semibold tracking-tight">
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}
