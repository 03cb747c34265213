import { useId, type ReactNode } from 'react';

import type { PasswordPolicy } from '../passwords/password-policy';
import { TwoFactorSettings } from '../two-factor/components/two-factor-settings';
import type { TwoFactorState } from '../two-factor/two-factor';
import { ChangeEmailForm } from './change-email-form';
import { ChangePasswordForm } from './change-password-form';

export interface AccountSettingsProps {
  account: { email: string; policy: PasswordPolicy; twoFactor: TwoFactorState | null };
  /** The page's own path. */
  path: string;
}

/** How one signs in, as the settings show it. */
export function AccountSettings({
  account: { email, policy, twoFactor },
  path,
}: AccountSettingsProps) {
  return (
    <div className="max-w-xl divide-y">
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
