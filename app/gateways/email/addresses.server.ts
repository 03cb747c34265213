import { domainToASCII } from 'node:url';

import { EmailError, type Mailbox } from './email';

/** One mailbox and nothing besides: a comma or a line's end would address others, or begin another header. */
const ADDRESS = /^([^\s\p{Cc}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}<>()[\]\\,;:"@/?#%]{1,253})$/u;

/**
 * The address as email servers take it, its domain in ASCII (`bücher.example` becomes `xn--bcher-kva.example`).
 * @throws MailError when it is not exactly one address
 */
export function toAddress(text: string): string {
  const [, local, domain = ''] = ADDRESS.exec(text.trim()) ?? [];
  const ascii = domainToASCII(domain);
  if (local === undefined || ascii === '') throw new EmailError('refused', 'address');
  return `${local}@${ascii}`;
}

/** Reads MAIL_FROM: `Name <address>`, or an address alone. */
export function toMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<]*)<(.*)>$/.exec(text.trim()) ?? [];
  return { name: toHeaderText(name), address: toAddress(address) };
}

/** As a From header says it, for services that parse one. */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
}

/** On one line, so that no text can begin another header. */
export function toHeaderText(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
