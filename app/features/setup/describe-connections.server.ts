import { defaultModel, isDemo } from '~/gateways/ai/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { env } from '~/lib/env.server';

import type { Connections } from './connections';

const PAYMENTS = {
  off: 'None: nothing is sold here.',
  test: 'Stripe, in its test mode',
  live: 'Stripe',
} as const;

const hostOf = (address: string) => new URL(address).host;

/** How each part is set, in words and without secrets. */
export function describeConnections(): Connections {
  const all = env();
  return {
    ai: isDemo()
      ? 'None: the built-in demo answers.'
      : `${defaultModel()} at ${hostOf(all.OPENAI_BASE_URL ?? 'https://openrouter.ai')}`,
    mail: all.POSTMARK_SERVER_TOKEN
      ? 'Postmark'
      : all.SMTP_URL
        ? `SMTP at ${hostOf(all.SMTP_URL)}`
        : 'None: mails are written to DATA_DIR/outbox.',
    objects:
      all.S3_BUCKET === undefined
        ? 'The directory DATA_DIR/objects'
        : `The bucket ${all.S3_BUCKET}${all.S3_ENDPOINT ? ` at ${hostOf(all.S3_ENDPOINT)}` : ''}`,
    payments: PAYMENTS[paymentsMode()],
  };
}
