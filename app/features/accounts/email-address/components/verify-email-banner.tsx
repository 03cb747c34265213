import { MailCheck } from '~/ui/display/shared-icons';

import { Banner } from '~/ui/display/banner';

import { ResendVerification } from './resend-verification';

/** On every page until the email address is confirmed: one line, on phones without the address. */
export function VerifyEmailBanner({ email }: { email: string }) {
  return (
    <Banner
      label="Email not confirmed"
      icon={MailCheck}
      action={<ResendVerification variant="secondary" size="sm" />}
    >
      <span className="block truncate">
        Confirm your email
        <span className="max-sm:sr-only">
          {' '}
          with the link we sent to <strong className="font-medium">{email}</strong>
        </span>
      </span>
    </Banner>
  );
}
