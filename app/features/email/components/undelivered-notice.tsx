import { Link } from '@remix-run/react';
import { MailX } from 'lucide-react';

import { Banner } from '~/ui/display/banner';
import { buttonClass } from '~/ui/button';

import type { Unreached } from '../failures/failure';

/** Says that email doesn't reach the person, and leads to where they can fix that. */
export function UndeliveredNotice({ email, why }: { email: string; why: Unreached }) {
  return (
    <Banner
      label="Mail does not reach you"
      icon={MailX}
      action={
        <Link
          to="/settings?tab=account"
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Change your email
        </Link>
      }
    >
      {why === 'complaint' ? (
        <>
          A mail to <strong className="wrap-anywhere">{email}</strong> was marked as spam, so no
          more is sent there. If that was a mistake, please tell us; or change your email in
          Settings, under Account.
        </>
      ) : (
        <>
          Mail to <strong className="wrap-anywhere">{email}</strong> could not be delivered. If the
          address is wrong, please change it in Settings, under Account.
        </>
      )}
    </Banner>
  );
}
