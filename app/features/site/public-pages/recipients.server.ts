import { isDemo } from '~/gateways/ai/index.server';
import { imageHosts } from '~/gateways/images/index.server';
import { env } from '~/settings/env.server';

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

  if (!isDemo()) {
    add(
      'Assistant, copy and titles',
      settings.OPENAI_BASE_URL ?? 'https://openrouter.ai',
      'What you ask, the conversation so far, what you attach to it, the brand profile and the instructions that you chose.',
    );
  }
  for (const host of imageHosts()) {
    found.push({
      purpose: 'Images',
      host,
      receives:
        'What you ask images to show, what goes in of your brand, and pictures to start from.',
    });
  }
  if (settings.REPLICATE_API_TOKEN) {
    add(
      'Images, videos and training',
      settings.REPLICATE_BASE_URL ?? 'https://api.replicate.com',
      'What you ask for, pictures to start from, and the pictures and captions that a model is trained on.',
    );
  }
  if (settings.STRIPE_SECRET_KEY) {
    add(
      'Payments',
      settings.STRIPE_BASE_URL ?? 'https://api.stripe.com',
      'Your email address and what you buy. You pay on its own pages: this site never sees your card.',
    );
  }
  if (settings.POSTMARK_SERVER_TOKEN) {
    add(
      'Mail',
      settings.POSTMARK_BASE_URL ?? 'https://api.postmarkapp.com',
      'Your email address and the mails to you.',
    );
  } else if (settings.SMTP_URL) {
    add('Mail', settings.SMTP_URL, 'Your email address and the mails to you.');
  }
  if (settings.S3_BUCKET) {
    add(
      'Files',
      settings.S3_ENDPOINT ?? `https://s3.${settings.S3_REGION}.amazonaws.com`,
      'Files, pictures, videos and very long texts.',
    );
  }
  return found;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
