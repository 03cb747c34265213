// The texts of the emails about linked accounts, to the account's address, after the fact; without any link. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

/** `name` is the issuer's. */
export function identityLinkedEmail({ name }: { name: string }): EmailContent {
  return {
    subject: `Your ${name} account was linked`,
    preview: `It can be used to sign in to your ${PRODUCT} account.`,
    title: `Your ${name} account was linked`,
    paragraphs: [`You can now sign in to ${PRODUCT} with your ${name} account.`],
    afterword: [
      'Not you? Unlink it under Settings, Account, then change your password, and tell your admin.',
    ],
  };
}

export function identityUnlinkedEmail({ name }: { name: string }): EmailContent {
  return {
    subject: `Your ${name} account was unlinked`,
    preview: `It can no longer be used to sign in to your ${PRODUCT} account.`,
    title: `Your ${name} account was unlinked`,
    paragraphs: [`You can no longer sign in to ${PRODUCT} with your ${name} account.`],
    afterword: ['Not you? Change your password, and tell your admin.'],
  };
}
