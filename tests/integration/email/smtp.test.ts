import { afterAll, beforeEach, expect, test } from 'vitest';

import { startFakeSmtp } from '../../fakes/smtp.ts';

const USER = 'mailer@brand.example';
const PASSWORD = 'p@ss/word';
const fake = await startFakeSmtp({ user: USER, password: PASSWORD });
const login = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
process.env.SMTP_URL = `smtp://${login}@127.0.0.1:${fake.port}?tls.rejectUnauthorized=false`;
process.env.MAIL_FROM = 'Brand & Söhne, Inc. <hello@brand.example>';

const { deliver, findUnreached } = await import('~/features/email/index.server');
const { smtpTransport } = await import('~/gateways/email/smtp.server');

const content = {
  subject: 'Grüße, your code',
  preview: 'It ends soon',
  title: 'Sign in',
  paragraphs: ['Someone asked for this.'],
  action: { label: 'Sign in', href: 'https://brand.example/auth/verify?code=abc' },
};
const send = (to = 'ada@example.com') => deliver(to, content, { kind: 'sign-in' });
const message = {
  from: { name: '', address: 'hello@brand.example' },
  to: 'ada@example.com',
  subject: 's',
  text: 't',
  html: '<p>h</p>',
  kind: 'notice',
} as const;

beforeEach(() => fake.reset());
afterAll(() => fake.close());

test('the server gets the rendered email over STARTTLS, from MAIL_FROM', async () => {
  await send('ada@bücher.example');
  expect(fake.mails).toHaveLength(1);
  const [{ from, to, raw, secure }] = fake.mails as [(typeof fake.mails)[number]];
  expect({ from, to, secure }).toEqual({
    from: 'hello@brand.example',
    // The fake server decodes the domain; the header below is as it was sent.
    to: ['ada@bücher.example'],
    secure: true,
  });
  expect(raw).toMatch(/^From: =\?UTF-8\?.*\?= <hello@brand\.example>\r$/m);
  expect(raw).toMatch(/^To: ada@xn--bcher-kva\.example\r$/m);
  expect(raw).toMatch(/^Subject: =\?UTF-8\?.*\?=\r$/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^Message-ID: <.+@brand\.example>\r$/m);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(raw).not.toMatch(/^X-Mailer/m);
});

test.each([
  ['MAIL', 450, 'busy', true],
  ['RCPT', 450, 'busy', true],
  ['DATA', 451, 'busy', true],
  ['RCPT', 550, 'refused', false],
  ['DATA', 554, 'refused', false],
  ['MAIL', 550, 'not-accepted', true],
  ['RCPT', 530, 'not-accepted', true],
] as const)('the answer to %s with %i means: %s', async (at, status, code, retryable) => {
  fake.script({ at, code: status });
  await expect(send()).rejects.toMatchObject({ code, detail: String(status), retryable });
  expect(fake.mails).toHaveLength(0);
  await send();
  expect(fake.mails).toHaveLength(1);
});

test('an address that the server refuses is marked, until the server accepts an email to it', async () => {
  fake.script({ at: 'RCPT', code: 450 }, { at: 'DATA', code: 554 }, { at: 'RCPT', code: 550 });
  for (const marked of [null, null, 'hard']) {
    await expect(send()).rejects.toThrow();
    expect(await findUnreached('ada@example.com')).toBe(marked);
  }
  await send();
  expect(await findUnreached('ada@example.com')).toBeNull();
});

test('a wrong password has a code of its own, and can be retried', async () => {
  const url = `smtp://${encodeURIComponent(USER)}:wrong@127.0.0.1:${fake.port}?tls.rejectUnauthorized=false`;
  await expect(smtpTransport({ url }).send(message)).rejects.toMatchObject({
    code: 'not-accepted',
    detail: '535',
    retryable: true,
  });
});

test('a self-signed certificate is not trusted', async () => {
  const url = `smtp://${login}@127.0.0.1:${fake.port}`;
  await expect(smtpTransport({ url }).send(message)).rejects.toMatchObject({
    code: 'unreachable',
    retryable: true,
  });
  expect(fake.mails).toHaveLength(0);
});

test('smtps uses TLS from the first byte', async () => {
  const secure = await startFakeSmtp({ secure: true });
  const url = `smtps://127.0.0.1:${secure.port}?tls.rejectUnauthorized=false`;
  await smtpTransport({ url }).send(message);
  expect(secure.mails).toMatchObject([{ to: ['ada@example.com'], secure: true }]);
  await secure.close();
});

test('smtp sends to a server without TLS, unless TLS is required', async () => {
  const plain = await startFakeSmtp({ plain: true });
  const url = `smtp://127.0.0.1:${plain.port}`;
  await smtpTransport({ url }).send(message);
  expect(plain.mails).toMatchObject([{ secure: false }]);
  await expect(
    smtpTransport({ url: `${url}?requireTLS=true` }).send(message),
  ).rejects.toMatchObject({
    name: 'MailError',
    retryable: true,
  });
  expect(plain.mails).toHaveLength(1);
  await plain.close();
});

test('a server that doesn’t answer times out', async () => {
  fake.script({ at: 'RCPT', hang: true });
  const url = process.env.SMTP_URL!;
  await expect(smtpTransport({ url, timeoutMs: 500 }).send(message)).rejects.toMatchObject({
    code: 'timed-out',
    retryable: true,
  });
});

test('sending to a server that is down can be retried', async () => {
  const closed = await startFakeSmtp();
  await closed.close();
  const gone = smtpTransport({ url: `smtp://127.0.0.1:${closed.port}` });
  await expect(gone.send(message)).rejects.toMatchObject({
    code: 'unreachable',
    detail: 'ECONNREFUSED',
    retryable: true,
  });
});

test('no text of an email becomes a header or a second email', async () => {
  await deliver(
    'ada@example.com',
    { ...content, subject: 'Hello\r\nBcc: all@example.com', paragraphs: ['.\r\nRCPT TO:<x@y>'] },
    { kind: 'notice' },
  );
  expect(fake.mails).toMatchObject([{ to: ['ada@example.com'] }]);
  expect(fake.mails[0]!.raw).not.toMatch(/^Bcc/m);
  expect(fake.mails[0]!.raw).toMatch(/^Subject: Hello Bcc: all@example.com\r$/m);
});

test('an error contains neither the address nor the password', async () => {
  fake.script({ at: 'RCPT', code: 550 });
  const error = (await send().catch((thrown: unknown) => thrown)) as Error;
  const text = JSON.stringify(error) + String(error) + error.stack;
  expect(text).not.toContain('ada@');
  expect(text).not.toContain(PASSWORD);
});
