import { defaultModel } from '~/gateways/ai/index.server';
import { isImageDemo, imageHosts, configuredImageModels } from '~/gateways/images/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { replicateHost } from '~/gateways/replicate/index.server';
import { videoModelSettings } from '~/gateways/video/index.server';
import { env } from '~/settings/env.server';
import { chatAccess, emailSettings } from '~/settings/providers.server';

import type { Connections } from './connections';

const PAYMENTS = {
  off: 'Not set: nothing is for sale',
  test: 'Stripe, in its test mode',
  live: 'Stripe',
} as const;

const hostOf = (address: string) => new URL(address).host;

/** How each part is set, without secrets. */
export function describeConnections(): Connections {
  const all = env();
  const chat = chatAccess();
  return {
    ai: chat
      ? `${defaultModel()} at ${hostOf(chat.baseUrl)}`
      : 'Not set: the built-in demo answers',
    images: describeImages(),
    replicate: describeReplicate(),
    mail: describeEmail(),
    objects:
      all.S3_BUCKET === undefined
        ? 'DATA_DIR/objects on this server'
        : `Bucket ${all.S3_BUCKET}${all.S3_ENDPOINT ? ` at ${hostOf(all.S3_ENDPOINT)}` : ''}`,
    payments: PAYMENTS[paymentsMode()],
  };
}

function describeEmail(): string {
  const settings = emailSettings();
  if (!settings) return 'Not set: emails are written to DATA_DIR/outbox and reach no one';
  return settings.service === 'postmark' ? 'Postmark' : `SMTP at ${hostOf(settings.url)}`;
}

function describeImages(): string {
  if (isImageDemo()) return 'Not set: the built-in demo draws';
  const [host] = imageHosts();
  if (host === undefined) return 'Replicate models only';
  const names = configuredImageModels()
    .filter(({ provider }) => provider !== 'replicate')
    .map(({ id }) => id);
  return `${new Intl.ListFormat('en').format(names)} at ${host}`;
}

function describeReplicate(): string {
  const host = replicateHost();
  if (host === null) return 'Not set: no LoRAs and no videos';
  const uses = ['LoRAs'];
  if (videoModelSettings().length > 0) uses.push('videos');
  if (configuredImageModels().some(({ provider }) => provider === 'replicate')) uses.push('images');
  return `${host}, for ${new Intl.ListFormat('en').format(uses)}`;
}
