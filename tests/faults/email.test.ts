import { expect, it, vi } from 'vitest';

import { startFakePostmark, TOKEN } from '../fakes/postmark.ts';
import { startFakeSmtp } from '../fakes/smtp.ts';
import { query } from '../process/setup.ts';
import { signedUp, visitor, type Visitor } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound } from './invariants.ts';
import { openLine } from './line.ts';
import { HANG } from '../harness/eventually.ts';

const SUPPORT = 'support@example.com';
/** Less than the 15 seconds after which a silent email server is given up, so waiting for one would show. */
const AT_ONCE_MS = 12_000;

const installation = openInstallation();

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** Does everything that sends emails, none of which may wait for the server. Returns the recipients. */
async function requestEmails(address: string): Promise<string[]> {
  const since = performance.now();
  const person = await signedUp(address);
  const reset = await visitor(address).fetch(
    '/auth/forgot-password',
    form({ email: person.email }),
  );
  expect(reset.status).toBe(200);
  const contact = await visitor(address).fetch('/contact', {
    ...form({
      kind: 'support',
      firstName: 'Tina',
      lastName: 'Baker',
      email: person.email,
      details: 'The oven is cold, and so am I: what is to be done about it?',
    }),
  });
  expect(contact.status, await contact.clone().text()).toBe(303);
  expect(performance.now() - since).toBeLessThan(AT_ONCE_MS);
  return [person.email, person.email, SUPPORT];
}

async function adminOf(url: string, address: string): Promise<Visitor> {
  const admin = await signedUp(address);
  await query(url, `UPDATE users SET is_admin = true WHERE email = '${admin.email}'`);
  return admin;
}

/** What the admin overview says about email. */
async function emailHealth(admin: Visitor): Promise<string | undefined> {
  const response = await admin.fetch('/api/admin/health');
  const { parts } = (await response.json()) as { parts: { name: string; state: string }[] };
  return parts.find(({ name }) => name === 'Email')?.state;
}

const waiting = (url: string) =>
  query(
    url,
    `SELECT name, retry_count FROM pgboss.job WHERE name LIKE '%-mail' AND state < 'completed'`,
  );

const sorted = (addresses: string[]) => [...addresses].sort();

it('emails wait while SMTP is gone, silent, or refusing, no request waits for them, and each is sent once afterwards', async () => {
  const smtp = await startFakeSmtp({ plain: true });
  const line = await openLine(smtp.port);
  const database = await installation.database();
  const { app, address } = await installation.app(database, {
    SMTP_URL: `smtp://127.0.0.1:${line.port}`,
    MAIL_FROM: 'Brandwright <site@example.com>',
    SUPPORT_EMAIL: SUPPORT,
  });
  const { url } = database;
  const admin = await adminOf(url, address);
  await expect.poll(() => smtp.mails.length, HANG).toBe(1);
  smtp.reset();

  line.cut();
  const wanted = await requestEmails(address);
  // Another attempt fails for each email, and none is given up.
  await vi.waitFor(async () => {
    const jobs = await waiting(url);
    expect(jobs).toHaveLength(3);
    expect(jobs.every(({ retry_count: count }) => Number(count) > 0)).toBe(true);
  }, HANG);
  await expect.poll(() => emailHealth(admin), HANG).toBe('fails');
  expect(smtp.mails).toEqual([]);
  line.stall();
  wanted.push(...(await requestEmails(address)));
  // Temporarily refused at each step.
  smtp.script({ at: 'MAIL', code: 451 }, { at: 'RCPT', code: 450 }, { at: 'DATA', code: 452 });
  line.restore();
  await expect.poll(() => sorted(smtp.mails.flatMap(({ to }) => to)), HANG).toEqual(sorted(wanted));
  await vi.waitFor(async () => expect(await waiting(url)).toEqual([]), HANG);
  // None was sent twice in the meantime.
  expect(smtp.mails).toHaveLength(wanted.length);
  expect(app.stdout()).not.toContain('job given up');
  await expectSound(url);
  await stop(app);
  await line.close();
  await smtp.close();
});

it('every email is sent when Postmark is in trouble, and twice only if its confirmation was lost', async () => {
  const postmark = await startFakePostmark();
  const database = await installation.database();
  const { app, address } = await installation.app(database, {
    POSTMARK_SERVER_TOKEN: TOKEN,
    POSTMARK_BASE_URL: postmark.url,
    MAIL_FROM: 'Brandwright <site@example.com>',
    SUPPORT_EMAIL: SUPPORT,
  });
  const { url } = database;
  await signedUp(address);
  await expect.poll(() => postmark.mails.length, HANG).toBe(1);
  postmark.reset();
  postmark.script(
    { status: 500 },
    { status: 429 },
    { page: '<html><h1>It works!</h1></html>' },
    // It accepts the email, and the connection breaks before it answers.
    { cutAfterAccepting: true },
    { status: 503 },
  );
  const wanted = await requestEmails(address);
  await vi.waitFor(async () => {
    expect(await waiting(url)).toEqual([]);
    expect(postmark.mails.length).toBeGreaterThanOrEqual(wanted.length);
  }, HANG);
  const sent = sorted(postmark.mails.map(({ To }) => To));
  expect(sent).toHaveLength(wanted.length + 1);
  for (const to of new Set(wanted)) expect(sent).toContain(to);
  expect(app.stdout()).not.toContain('job given up');
  await expectSound(url);
  await stop(app);
  await postmark.close();
});
