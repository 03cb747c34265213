import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { dataDir } from '../setup/outbox.ts';

const { env } = await import('~/settings/env.server');
const { readPage } = await import('~/features/site/public-pages/read-page.server');
const { recipients } = await import('~/features/site/public-pages/recipients.server');

const before = { ...env() };
const directory = join(dataDir, 'pages');
afterEach(() => {
  for (const key of Object.keys(env())) delete (env() as Record<string, unknown>)[key];
  Object.assign(env(), before);
  rmSync(directory, { recursive: true, force: true });
});

describe('a public page', () => {
  test('has the default text until the operator provides one', async () => {
    expect(await readPage('privacy')).toMatchObject({
      title: 'Privacy',
      html: expect.stringContaining('<h2>What is kept</h2>') as string,
    });
    expect((await readPage('terms')).title).toBe('Terms of use');

    mkdirSync(directory);
    writeFileSync(join(directory, 'privacy.md'), '# Ours\r\n\r\nAsk *Ada*. <script>no</script>');
    expect(await readPage('privacy')).toEqual({
      title: 'Ours',
      html: '<p>Ask <em>Ada</em>. &lt;script&gt;no&lt;/script&gt;</p>\n',
    });
    expect((await readPage('terms')).title).toBe('Terms of use');
  });

  test('falls back to the default text when the operator’s own cannot be read', async () => {
    mkdirSync(join(directory, 'terms.md'), { recursive: true });
    expect((await readPage('terms')).title).toBe('Terms of use');
  });
});

describe('the recipients of data', () => {
  test('are empty when nothing is connected', () => {
    Object.assign(env(), { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined });
    expect(recipients()).toEqual([]);
  });

  test('include each configured service with its host, and nothing secret', () => {
    Object.assign(env(), {
      OPENAI_API_KEY: 'sk-secret',
      OPENAI_BASE_URL: 'https://api.openai.com/v1',
      REPLICATE_API_TOKEN: 'r8-secret',
      STRIPE_SECRET_KEY: 'sk_test_secret',
      SMTP_URL: 'smtps://ada:secret@mail.example:465',
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'https://minio.example:9000',
    });
    expect(recipients().map(({ purpose, host }) => [purpose, host])).toEqual([
      ['Chat, copy, and titles', 'api.openai.com'],
      ['Images', 'api.openai.com'],
      ['Images, videos, and training', 'api.replicate.com'],
      ['Payments', 'api.stripe.com'],
      ['Email', 'mail.example:465'],
      ['Files', 'minio.example:9000'],
    ]);
    expect(JSON.stringify(recipients())).not.toContain('secret');
  });
});
