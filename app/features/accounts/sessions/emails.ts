// The text of the email about a sign-in. No I/O.
import type { EmailContent } from '~/features/email';
import { formatMoment } from '~/lib/format/dates';

const PRODUCT = 'Brandwright';

/** To the account's address, after a sign-in in a browser that is new to the account; without any link. `at` is in ISO 8601. */
export function newDeviceEmail({ device, at }: { device: string; at: string }): EmailContent {
  return {
    subject: 'New sign-in to your account',
    preview: `${device} signed in to your ${PRODUCT} account.`,
    title: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your ${PRODUCT} account on a new device: ${device}, ${formatMoment(at)}.`,
      'If this was you, there’s nothing to do.',
    ],
    afterword: [
      'Not you? Reset your password from the sign-in page, which signs out every device. Then remove any passkeys and linked accounts you don’t recognize, and tell your admin.',
    ],
  };
}
