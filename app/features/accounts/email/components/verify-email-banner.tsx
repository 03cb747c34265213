import { MailCheck } from 'lucide-react';

import { Banner } from '~/ui/feedback/banner';

import { ResendVerification } from './resend-verification';

/** Asks, on every page, to confirm the email address; shown until that is done. */
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
