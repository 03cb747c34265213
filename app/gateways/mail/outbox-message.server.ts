import { randomUUID } from 'node:crypto';

import { formatMailbox } from './addresses.server';
import type { OutgoingMail } from './mail';

/**
 * The mail as a file that people read with `cat` and mail programs open: UTF-8 throughout (RFC 6532), nothing encoded,
 * and line ends as Unix has them, as in a Maildir.
 */
export function outboxMessage(mail: OutgoingMail, now: Date): string {
  const boundary = `brandwright-${randomUUID()}`;
  const domain = mail.from.address.split('@')[1] ?? 'localhost';
  return [
    `From: ${formatMailbox(mail.from)}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${mail.subject}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    'Auto-Submitted: auto-generated',
    `X-Brandwright-Kind: ${mail.kind}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineEnds(mail.text),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineEnds(mail.html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function withUnixLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
