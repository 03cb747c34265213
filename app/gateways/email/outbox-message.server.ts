import { randomUUID } from 'node:crypto';

import { formatMailbox } from './addresses.server';
import type { OutgoingEmail } from './email';

/**
 * The email as a file that people read with `cat` and email programs open: UTF-8 throughout (RFC 6532), nothing encoded,
 * and line ends as Unix has them, as in a Maildir.
 */
export function outboxMessage(email: OutgoingEmail, now: Date): string {
  const boundary = `brandwright-${randomUUID()}`;
  const domain = email.from.address.split('@')[1] ?? 'localhost';
  return [
    `From: ${formatMailbox(email.from)}`,
    `To: ${email.to}`,
    ...(email.replyTo === undefined ? [] : [`Reply-To: ${email.replyTo}`]),
    `Subject: ${email.subject}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    'Auto-Submitted: auto-generated',
    `X-Brandwright-Kind: ${email.kind}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineEnds(email.text),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineEnds(email.html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function withUnixLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
