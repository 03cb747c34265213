import { transcriptionModel } from '~/gateways/ai/index.server';
import { searchHost } from '~/gateways/search/index.server';
import { imageHosts } from '~/gateways/images/index.server';
import { env } from '~/settings/env.server';
import { chatAccess, emailSettings, replicateSettings } from '~/settings/providers.server';

/** An outside service that gets data. */
export interface Recipient {
  purpose: string;
  /** The host name of the service. */
  host: string;
  receives: string;
}

/** Which service gets which data, depending on the settings. */
export function recipients(): Recipient[] {
  const settings = env();
  const found: Recipient[] = [];
  const add = (purpose: string, address: string, receives: string) =>
    found.push({ purpose, host: hostOf(address), receives });

  const chat = chatAccess();
  if (chat) {
    add(
      'Chat, copy, and titles',
      chat.baseUrl,
      'Your messages, the conversation so far, attached files, and the brand profile and instructions you chose.',
    );
  }
  if (chat && transcriptionModel() !== null) {
    add('Dictation', chat.baseUrl, 'What you record when you dictate. This site doesn’t keep it.');
  }
  const search = searchHost();
  if (search !== null) {
    found.push({
      purpose: 'Web search',
      host: search,
      receives: 'What the assistant searches for. It’s asked to leave personal data out.',
    });
  }
  for (const host of imageHosts()) {
    found.push({
      purpose: 'Images',
      host,
      receives: 'Your descriptions, the brand details used, and reference images.',
    });
  }
  const replicate = replicateSettings();
  if (replicate) {
    add(
      'Images, videos, and training',
      replicate.baseUrl ?? 'https://api.replicate.com',
      'Your descriptions, reference images, and the images and captions you upload for training.',
    );
  }
  if (settings.STRIPE_SECRET_KEY) {
    add(
      'Payments',
      settings.STRIPE_BASE_URL ?? 'https://api.stripe.com',
      'Your email address and what you buy. You enter your card with the payment service; this site never sees it.',
    );
  }
  const email = emailSettings();
  if (email) {
    const address = email.service === 'smtp' ? email.url : email.baseUrl;
    add('Email', address, 'Your email address and the emails sent to you.');
  }
  if (settings.LEAKED_PASSWORDS_URL) {
    add(
      'Leaked passwords',
      settings.LEAKED_PASSWORDS_URL,
      'The first five characters of a new password’s hash, which hundreds of passwords share. Never the password.',
    );
  }
  for (const { name, issuer } of settings.OPENID_ISSUERS) {
    add(`Sign-in with ${name}`, issuer, 'That you sign in here, if you choose to sign in with it.');
  }
  if (settings.S3_BUCKET) {
    add(
      'Files',
      settings.S3_ENDPOINT ?? `https://s3.${settings.S3_REGION}.amazonaws.com`,
      'Files, images, videos, and very long texts.',
    );
  }
  return found;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
