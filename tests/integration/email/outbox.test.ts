import { dataDir } from '../setup/outbox.ts';

import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { deliver } from '~/features/email/index.server';
import { purgeOutbox } from '~/gateways/email/index.server';
import { sendEmail } from '~/gateways/email/index.server';
import { DAY_MS } from '~/lib/time';

import { readOutbox } from '../../harness/outbox.ts';

const outbox = join(dataDir, 'outbox');

const content = {
  subject: 'Grüße an “Brandwright”',
  preview: 'One line for the list',
  title: 'Confirm your e-mail',
  paragraphs: ['Please confirm that this address is yours.', '--boundary\n.'],
  action: { label: 'Confirm', href: 'https://brand.example/auth/verify?code=abc&next=%2F' },
  afterword: ['Was it not you? Then ignore this mail.'],
};

beforeEach(() => rm(outbox, { recursive: true, force: true }));

test('the outbox has each email in a file that people and email programs can read', async () => {
  await deliver('ada@bücher.example', content, { kind: 'sign-in' });
  const [message, ...others] = await readOutbox(dataDir);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    to: 'ada@xn--bcher-kva.example',
    subject: 'Grüße an “Brandwright”',
    kind: 'sign-in',
  });
  expect(message!.text.split('\n')).toContain(content.action.href);
  expect(message!.html).toContain('href="https://brand.example/auth/verify?code=abc&amp;next=%2F"');

  const [name] = await readdir(outbox);
  const file = await readFile(join(outbox, name!), 'utf8');
  expect(file).toContain(`\n${content.paragraphs[0]}\n`);
  expect(file).toMatch(/^From: "Brandwright" <no-reply@localhost>$/m);
  expect(file).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/m);
  expect(file).toMatch(/^Message-ID: <[\w-]+@localhost>$/m);
  expect(file).toMatch(/^Auto-Submitted: auto-generated$/m);
});

test('the outbox is readable only by its owner, even if it wasn’t before', async () => {
  await mkdir(outbox, { recursive: true, mode: 0o755 });
  await deliver('ada@example.com', content, { kind: 'notice' });
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
  const [name, ...others] = await readdir(outbox);
  expect(others).toEqual([]);
  expect((await stat(join(outbox, name!))).mode & 0o777).toBe(0o600);
});

test('the outbox is in the order in which the emails came', async () => {
  for (const subject of ['first', 'second', 'third']) {
    await deliver('ada@example.com', { ...content, subject }, { kind: 'notice' });
  }
  expect((await readOutbox(dataDir)).map(({ subject }) => subject)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('no text of an email becomes a header', async () => {
  await sendEmail({
    to: 'ada@example.com',
    subject: 'Hello\r\nBcc: all@example.com\r\n\r\n<b>body</b>',
    text: 'text',
    html: 'html',
    kind: 'notice',
  });
  const [name] = await readdir(outbox);
  const file = await readFile(join(outbox, name!), 'utf8');
  expect(file).toMatch(/^Subject: Hello Bcc: all@example.com <b>body<\/b>$/m);
  expect(file).not.toMatch(/^Bcc/m);
});

test.each([
  'ada@example.com,bob@example.com',
  'ada@example.com\r\nBcc: bob@example.com',
  'Ada <ada@example.com>',
  'ada',
  'ada@',
  '@example.com',
  '',
])('a recipient that isn’t exactly one address is refused: %j', async (to) => {
  await expect(deliver(to, content, { kind: 'notice' })).rejects.toMatchObject({
    name: 'MailError',
    code: 'refused',
    retryable: false,
  });
  expect(await readOutbox(dataDir)).toEqual([]);
});

test('a failure to write to the disk can be retried', async () => {
  await writeFile(outbox, 'a file in the way');
  await expect(deliver('ada@example.com', content, { kind: 'notice' })).rejects.toMatchObject({
    code: 'outbox-fault',
    detail: 'EEXIST',
    retryable: true,
  });
});

test('the job deletes emails after 30 days, and never other files', async () => {
  await purgeOutbox(new Date());
  await deliver('ada@example.com', { ...content, subject: 'old' }, { kind: 'notice' });
  const [old] = await readdir(outbox);
  await deliver('ada@example.com', { ...content, subject: 'new' }, { kind: 'notice' });
  await writeFile(join(outbox, 'notes.txt'), 'kept');
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await utimes(join(outbox, old!), before(31), before(31));
  await utimes(join(outbox, 'notes.txt'), before(31), before(31));
  await purgeOutbox(now);
  expect((await readOutbox(dataDir)).map(({ subject }) => subject)).toEqual(['new']);
  expect(await readdir(outbox)).toContain('notes.txt');
});
