import { ANNA, type FakeIssuer, startIssuer } from '../fakes/issuer.ts';
import { freePort } from '../harness/app-process.ts';
import { expect, type Page, PASSWORD } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

let issuer: FakeIssuer;
const test = withOwnApp(async () => {
  const PORT = String(await freePort());
  const site = `http://localhost:${PORT}`;
  issuer = await startIssuer({
    redirectUris: [`${site}/auth/oidc/example/callback`],
    postLogoutRedirectUris: [`${site}/auth/login`],
  });
  const { url, clientId, clientSecret } = issuer;
  const list = [{ id: 'example', name: 'Example ID', issuer: url, clientId, clientSecret }];
  return { PORT, APP_URL: site, OPENID_ISSUERS: JSON.stringify(list) };
});
// One after the other in one worker: another worker would start another app, and the issuer would end in between.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(() => {
  issuer?.reset();
});
test.afterAll(() => issuer.close());

const ACCOUNT = '/settings?tab=account';
const item = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Example ID' });

/** Chooses with the keyboard alone who to be at the issuer. */
async function continueAs(page: Page, email: string): Promise<void> {
  const choice = page.getByRole('button', { name: `Continue as ${email}` });
  await choice.focus();
  await page.keyboard.press('Enter');
}

test('a person begins an account at an issuer, gives it a password, and signs out there, too', async ({
  page,
  app,
}) => {
  const email = 'anna@example.com';
  issuer.people = [ANNA];
  await page.goto(`${app.url}/auth/signup`);
  const link = page.getByRole('link', { name: 'Continue with Example ID' });
  await expect(link).toBeVisible();
  await expectSoundScreen(page, 'sign-up with an issuer');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('You didn’t finish signing in with Example ID.');
  await expectSoundScreen(page, 'canceled at the issuer');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await continueAs(page, email);

  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Anna');
  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please enter your last name')).toBeVisible();
  await expectSoundScreen(page, 'a new account from an issuer, with a mistake');
  await page.getByLabel('Last name').fill('Example');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);

  await page.goto(`${app.url}${ACCOUNT}`);
  await page.getByRole('link', { name: 'Manage linked accounts' }).click();
  await expect(item(page)).toContainText(email);
  await page.getByRole('button', { name: `Unlink Example ID, ${email}` }).click();
  await expect(page.getByRole('alert')).toContainText('This is your only way to sign in.');
  await expectSoundScreen(page, 'linked accounts, refused');
  await page.getByRole('link', { name: 'Back to settings' }).click();

  const password = page.getByRole('region', { name: 'Password', exact: true });
  // It appears once the page's own code runs; before that, the browser itself would send the form.
  const scripted = page.getByRole('button', { name: 'Add a passkey' });
  await expect(scripted).toBeVisible();
  await app.sql(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
  await password.getByLabel('New password').fill(PASSWORD);
  await password.getByRole('button', { name: 'Set password' }).click();
  await password.getByRole('link', { name: 'Confirm it’s you' }).click();
  await expectSoundScreen(page, 'confirming at an issuer');
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await continueAs(page, email);
  await expect(scripted).toBeVisible();
  await password.getByLabel('New password').fill(PASSWORD);
  await password.getByRole('button', { name: 'Set password' }).click();
  await expect(password.getByRole('status')).toContainText('Your password is set.');

  await page.getByRole('link', { name: 'Manage linked accounts' }).click();
  await page.getByRole('button', { name: `Unlink Example ID, ${email}` }).click();
  await expect(page.getByRole('status')).toContainText('Your Example ID account is unlinked.');
  await expect(item(page)).toHaveCount(0);
});

test('a person links an account with their address after they signed in, and by consent', async ({
  page,
  app,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  issuer.people = [{ ...ANNA, sub: 'bea', email }];
  await page.context().clearCookies();
  await page.goto(`${app.url}/auth/login`);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await continueAs(page, email);
  await expect(page.getByRole('status')).toContainText('You already have an account');
  await expectSoundScreen(page, 'sign-in before linking');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Link your Example ID account?' })).toBeVisible();
  await expectSoundScreen(page, 'consent to link');
  await page.getByRole('button', { name: 'Link account' }).click();
  await expect(page.getByRole('status')).toContainText('Your Example ID account is linked.');
  await expectSoundScreen(page, 'linked accounts');

  await page.context().clearCookies();
  await page.goto(`${app.url}/auth/login?redirectTo=${encodeURIComponent(ACCOUNT)}`);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await continueAs(page, email);
  await expect(page.getByRole('list', { name: 'Security activity' })).toContainText(
    'Signed in with a linked account',
  );

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('status')).toContainText('You’re signed out here.');
  await expectSoundScreen(page, 'signed out of a session that an issuer opened');
  await page.getByRole('link', { name: 'Sign out of Example ID, too' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});
