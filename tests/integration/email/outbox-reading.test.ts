import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-outbox-'));
process.env.DATA_DIR = dataDir;
for (const name of ['POSTMARK_SERVER_TOKEN', 'SMTP_URL', 'MAIL_FROM']) delete process.env[name];

const { deliver, isOutboxUsed, openOutboxEmail, readOutbox } =
  await import('~/features/email/index.server');

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const content = (subject: string, href: string) => ({
  subject,
  preview: '',
  title: 'Über <b>uns</b>',
  paragraphs: ['First.\nSecond.'],
  action: { label: 'Open', href },
});

test('the outbox lists emails, the newest first, and shows their text without what opens an account', async () => {
  expect(isOutboxUsed()).toBe(true);
  expect(await readOutbox(null)).toEqual({ mails: [], cursor: null });
  const notice = content('News: "for" you', 'https://brand.example/media-creator');
  await deliver('ada@example.com', notice, { kind: 'notice', replyTo: 'help@brand.example' });
  const secret = 'https://brand.example/auth/reset-password?code=THE-SECRET';
  await deliver('bea@example.com', content('A new password', secret), { kind: 'sign-in' });

  const { mails: emails } = await readOutbox(null);
  expect(emails).toMatchObject([
    { to: 'bea@example.com', subject: 'A new password', isHidden: true },
    { to: 'ada@example.com', subject: 'News: "for" you', isHidden: false },
  ]);
  expect(Math.abs(Date.parse(emails[0]!.date) - Date.now())).toBeLessThan(60_000);
  const [hidden, shown] = await Promise.all(emails.map(({ id }) => openOutboxEmail(id)));
  expect(shown!.text).toMatch(
    /^Über <b>uns<\/b>\n\nFirst\.\nSecond\.\n\nOpen:\nhttps:\/\/brand\.example\/media-creator\n[^]*Sent by Brandwright\n$/,
  );
  expect(hidden!.text).toContain('Open:\n[link hidden]');
  expect(JSON.stringify([emails, hidden])).not.toContain('THE-SECRET');
});

test('an email of an unknown kind counts as one that opens an account', async () => {
  const id = '2026-11-21T10-00-00.000Z-000001-notice-0123abcd';
  writeFileSync(
    join(dataDir, 'outbox', `${id}.eml`),
    'Subject: Hi\nContent-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain\n\nCode 123456\n--b--\n',
  );
  const message = await openOutboxEmail(id);
  expect([message.isHidden, message.text]).toEqual([true, 'Code [code hidden]\n--b--\n']);
});

test('the outbox comes in pages, and no other files can be read', async () => {
  for (let n = 0; n < 55; n += 1) {
    await deliver(`u${n}@example.com`, content(`Mail ${n}`, 'https://x.example/'), {
      kind: 'notice',
    });
  }
  const first = await readOutbox(null);
  const second = await readOutbox(first.cursor);
  expect([first.mails.length, second.mails.length, second.cursor]).toEqual([50, 8, null]);
  expect(first.mails[0]!.subject).toBe('Mail 54');
  writeFileSync(join(dataDir, 'secret.eml'), 'Subject: x\n\n');
  writeFileSync(join(dataDir, 'outbox', 'other.eml'), 'Subject: x\n\n');
  for (const id of [undefined, 'other', '../secret', '..%2Fsecret', first.mails[0]!.id + 'x']) {
    await expect(openOutboxEmail(id)).rejects.toMatchObject({ code: 'not-found' });
  }
});
