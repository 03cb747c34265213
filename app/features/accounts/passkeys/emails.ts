// The texts of the emails about passkeys, to the account's address, after the fact; without any link. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

export function passkeyAddedEmail({ name }: { name: string }): EmailContent {
  return {
    subject: 'A passkey was added',
    preview: `It can be used to sign in to your ${PRODUCT} account.`,
    title: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” can be used to sign in to your ${PRODUCT} account without your password.`,
    ],
    afterword: [
      'Not you? Remove it under Settings, Account, then change your password, and tell your admin.',
    ],
  };
}

export function passkeyRemovedEmail({ name }: { name: string }): EmailContent {
  return {
    subject: 'A passkey was removed',
    preview: `It can no longer be used to sign in to your ${PRODUCT} account.`,
    title: 'A passkey was removed',
    paragraphs: [
      `The passkey “${name}” can no longer be used to sign in to your ${PRODUCT} account.`,
    ],
    afterword: ['Not you? Change your password, and tell your admin.'],
  };
}
