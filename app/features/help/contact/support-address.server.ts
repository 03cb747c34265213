import { env } from '~/lib/env.server';

/** Whom the operator has named for messages of the contact form, in whatever way. */
export function supportAddress(): string | undefined {
  const { SUPPORT_EMAIL, ADMIN_EMAIL, MAIL_FROM } = env();
  return (
    SUPPORT_EMAIL ?? ADMIN_EMAIL ?? (MAIL_FROM && (/<([^<>]*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM))
  );
}
