import { expect, PASSWORD, test, type Page } from './setup/journey.ts';
import { axe } from './setup/sound.ts';

const CALL = '**/api/email/webhook-handler';
const details = (page: Page) => page.getByLabel('Details');
const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });

test.describe('a signed-in person', () => {
  test.use({ provoked: /^503: .*webhook-handler$/ });

  test('sends a suggestion from the help menu, which shows failures and closes when it is sent, and keeps a suggestion while signing in', async ({
    page,
    signUp,
  }) => {
    await page.clock.install();
    const { email } = await signUp();
    const button = page.getByRole('button', { name: 'Help' });
    await button.press('Enter');
    await expect(page.getByRole('tab', { name: 'Ask Me' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Contact Us' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Suggestion' })).toBeFocused();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await expect(page.getByLabel('First name')).toHaveValue('Tina');
    await expect(help(page).getByLabel('Email')).toHaveValue(email);

    // A missing text is named at its field.
    await page.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(details(page)).toBeFocused();
    await expect(details(page)).toHaveAccessibleDescription('Please enter your suggestion');
    await page.getByRole('radio', { name: 'Suggestion' }).press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Support' })).toBeChecked();
    await expect(details(page)).toHaveAccessibleDescription('Please enter your issue details');

    // What was typed survives a failure, and closing the menu.
    await page.route(CALL, (route) => route.fulfill({ status: 503, body: 'gone' }));
    await details(page).fill('It does not print.');
    await expect(details(page)).toHaveAccessibleDescription('');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to submit support request. Please try again.',
    );
    await expect(details(page)).toHaveValue('It does not print.');
    await page.keyboard.press('Escape');
    await expect(help(page)).toBeHidden();
    await expect(button).toBeFocused();
    await page.unroute(CALL);

    await button.click();
    await expect(details(page)).toHaveValue('It does not print.');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(help(page).getByRole('status')).toHaveText(
      'Thank you! Your suggestion has been submitted successfully',
    );
    await expect(details(page)).toHaveValue('');
    await page.clock.runFor(1_900);
    await expect(help(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(help(page)).toBeHidden();
    await expect(button).toBeFocused();
    await page.clock.resume();

    await page.context().clearCookies();
    await page.goto('/contact');
    await page.getByLabel('First name').fill('Tina');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('Email').fill(email);
    await details(page).fill('More ovens.');
    await page.getByText('Suggestion', { exact: true }).click();
    await page.getByRole('button', { name: 'Send suggestion' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('You must be logged in to submit a suggestion');
    await alert.getByRole('link', { name: 'Sign in' }).click();
    // The address changes before the page, which has an email field, too.
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/contact\?kind=suggestion$/);
    await expect(details(page)).toHaveValue('More ovens.');
    await page.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(page.getByRole('status')).toContainText('Your suggestion has been submitted');
    await page.reload();
    await expect(details(page)).toHaveValue('');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor sends a support request, after mistakes are shown at their fields @core', async ({
    page,
  }) => {
    await page.goto('/contact');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron');
    await page.getByLabel('Email').fill('ada');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expect(details(page)).toHaveAccessibleDescription('Please enter your issue details');
    await expect(page.getByLabel('First name')).toHaveValue('Ada');

    await page.getByLabel('Email').fill('ada@example.com');
    await details(page).fill('It does not print.');
    await page.getByText('Suggestion', { exact: true }).click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'You must be logged in to submit a suggestion',
    );
    await page.getByText('Support', { exact: true }).click();
    await page.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(page).toHaveURL(/\/contact\?sent=support$/);
    await expect(page.getByRole('status')).toContainText(
      'Thank you! Your support request has been submitted successfully',
    );
    await expect(details(page)).toHaveValue('');
  });
});
