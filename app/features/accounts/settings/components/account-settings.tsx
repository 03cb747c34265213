import { useId, type ReactNode } from 'react';

import { TwoFactorSettings } from '../../two-factor/components/two-factor-settings';
import type { TwoFactorState } from '../../two-factor/two-factor';
import type { AccountView } from '../account-view';
import { ChangeEmailForm } from '../../email/components/change-email-form';
import { ChangePasswordForm } from '../../passwords/components/change-password-form';
import { NamesForm } from './names-form';
import { SessionList } from '../../sessions/components/session-list';
import { TimeZoneForm } from './time-zone-form';

export interface AccountSettingsProps {
  account: AccountView & { twoFactor: TwoFactorState | null };
  /** The page's own path. */
  path: string;
  /** How one changes one's picture. */
  picture: ReactNode;
}

/** Who one is here and how one signs in, as the settings show it. */
export function AccountSettings({ account, path, picture }: AccountSettingsProps) {
  const { email, policy, firstName, lastName, timeZones, sessions, twoFactor } = account;
  return (
    <div className="max-w-xl divide-y">
      <Part title="Name">
        <NamesForm firstName={firstName} lastName={lastName} />
      </Part>
      <Part title="Picture">{picture}</Part>
      <Part title="Email">
        {/* Another e-mail is another form: what was typed and said belongs to the old one. */}
        <ChangeEmailForm key={email} email={email} path={path} />
      </Part>
      <Part title="Password">
        <ChangePasswordForm email={email} policy={policy} />
      </Part>
      <Part title="Two-factor sign-in">
        <TwoFactorSettings state={twoFactor} path={path} />
      </Part>
      <Part title="Time zone">
        <TimeZoneForm chosen={timeZones.chosen} browser={timeZones.browser} />
      </Part>
      <Part title="Where you are signed in">
        <SessionList sessions={sessions} path={path} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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
