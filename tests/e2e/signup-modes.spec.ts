import { randomUUID } from 'node:crypto';

import { expect, PASSWORD, type Page } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { axe } from './setup/sound.ts';

const invite = withOwnApp({ SIGNUP: 'invite' });
const closed = withOwnApp({ SIGNUP: 'closed' });
const domains = withOwnApp({ SIGNUP: 'domains:example.com,example.org' });

async function fillIn(page: Page, email?: string): Promise<void> {
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('First name').fill('Tom');
  await page.getByLabel('Last name').fill('Smith');
  await page.getByRole('button', { name: 'Sign up' }).click();
}

async function expectSound(page: Page): Promise<void> {
  // Half-shown parts of the example would have too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  const { violations } = await axe(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const javaScriptEnabled of [true, false]) {
  invite.describe(javaScriptEnabled ? 'by invitation' : 'by invitation, without JavaScript', () => {
    invite.use({ javaScriptEnabled });

    invite('the link that the command prints opens the form, once', async ({ page, app }) => {
      await page.goto('/auth/login');
      await page.getByRole('link', { name: 'Sign up with an invitation' }).click();
      await expect(page.getByText('You need an invitation to sign up.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign up' })).toBeHidden();

      const email = `${randomUUID()}@example.com`;
      const link = (await app.admin('invite', email)).trim();
      await page.goto(link);
      const field = page.getByLabel('Email');
      await expect(field).toHaveValue(email);
      await expect(field).not.toBeEditable();
      if (javaScriptEnabled) await expectSound(page);
      await fillIn(page);
      await expect(page).toHaveURL(/\/welcome$/);

      await page.context().clearCookies();
      await page.goto(link);
      await expect(page.getByText('This invitation was already used.')).toBeVisible();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    });
  });
}

closed(
  'a closed site says that sign-ups are closed, and leads to the contact form',
  async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /account|sign up/i })).toBeHidden();
    await page.goto('/auth/signup');
    await expect(page.getByText('Sign-up is closed')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectSound(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
  },
);

domains(
  'a site for some domains names them, and refuses other addresses at the field',
  async ({ page }) => {
    await page.goto('/auth/signup');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Use an address at example.com or example.org.',
    );
    await fillIn(page, 'tom@elsewhere.example');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/You need an address at/);
    await expect(page.getByLabel('First name')).toHaveValue('Tom');
    await expectSound(page);
  },
);
