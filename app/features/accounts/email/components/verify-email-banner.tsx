import { MailCheck } from 'lucide-react';

import { Banner } from '~/ui/display/banner';

import { ResendVerification } from './resend-verification';

/** On every page until the email address is confirmed. */
export function VerifyEmailBanner({ email }: { email: string }) {
  return (
    <Banner
      label="Email not confirmed"
      icon={MailCheck}
      action={<ResendVerification variant="secondary" size="sm" />}
    >
      Please confirm your email: we have sent a link to <strong>{email}</strong>.
    </Banner>
  );
}
