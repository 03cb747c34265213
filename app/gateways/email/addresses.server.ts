import { domainToASCII } from 'node:url';

import { EmailError, type Mailbox } from './email';

/** Exactly one mailbox: a comma would add recipients, and a line break would begin another header. */
const ADDRESS = /^([^\s\p{Cc}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}<>()[\]\\,;:"@/?#%]{1,253})$/u;

/**
 * The address in the form that email servers accept, its domain in ASCII (`bücher.example` becomes `xn--bcher-kva.example`).
 * @throws EmailError if it isn't exactly one address
 */
export function toAddress(text: string): string {
  const [, local, domain = ''] = ADDRESS.exec(text.trim()) ?? [];
  const ascii = domainToASCII(domain);
  if (local === undefined || ascii === '') throw new EmailError('refused', 'address');
  return `${local}@${ascii}`;
}

/** Reads MAIL_FROM: `Name <address>`, or only an address. */
export function toMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<]*)<(.*)>$/.exec(text.trim()) ?? [];
  return { name: toHeaderText(name), address: toAddress(address) };
}

/** The form of a From header, for services that parse it. */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
}

/** Makes the text one line, so that it can't begin another header. */
export function toHeaderText(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
