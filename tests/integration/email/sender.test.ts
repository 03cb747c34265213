import { expect, test } from 'vitest';

import { dataDir } from '../setup/outbox.ts';

// It passes the check of the settings, but it is no valid address.
process.env.MAIL_FROM = 'Brand <hello@brand,example>';

const { sendEmail } = await import('~/gateways/email/index.server');
const { readOutbox } = await import('../../harness/outbox.ts');

test('a wrong MAIL_FROM counts as a fault of the settings, not of the recipient', async () => {
  const message = {
    to: 'ada@example.com',
    subject: 's',
    text: 't',
    html: 'h',
    kind: 'notice',
  } as const;
  await expect(sendEmail(message)).rejects.toMatchObject({
    code: 'not-accepted',
    detail: 'MAIL_FROM',
    retryable: true,
  });
  expect(await readOutbox(dataDir)).toEqual([]);
});
