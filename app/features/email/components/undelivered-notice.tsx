import { Link } from '@remix-run/react';
import { MailX } from 'lucide-react';

import { Banner } from '~/ui/display/banner';
import { buttonClass } from '~/ui/button';

import type { Unreached } from '../failures/failure';

/** Says that email doesn't reach the person, and leads to where they can fix that. */
export function UndeliveredNotice({ email, why }: { email: string; why: Unreached }) {
  return (
    <Banner
      label="Email doesn’t reach you"
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
          An email to <strong className="wrap-anywhere">{email}</strong> was marked as spam, so
          we’ve stopped sending there. If that was a mistake, tell us, or use another email.
        </>
      ) : (
        <>
          We couldn’t deliver an email to <strong className="wrap-anywhere">{email}</strong>. Check
          the address, or use another one.
        </>
      )}
    </Banner>
  );
}
