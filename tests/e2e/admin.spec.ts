import { runAdmin } from '../harness/admin-command.ts';
import { expect, test } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

test.describe('an admin', () => {
  test.use({ provoked: /^400: .*\/admin\/users\// });

  test('finds a user, gives them tokens, and disables them, which is all in the audit log @core', async ({
    page,
    browser,
    baseURL,
    signUp,
  }) => {
    const other = await browser.newContext({ baseURL });
    const guest = await other.newPage();
    const email = `wanted-${Date.now()}@example.com`;
    await guest.request.post('/auth/signup', {
      form: { email, password: 'correct horse battery', firstName: 'Wanda', lastName: 'Wanted' },
      headers: { origin: baseURL ?? '' },
      maxRedirects: 0,
    });
    await guest.goto('/ai-lab');

    const me = await signUp({ opens: false });
    await runAdmin(process.env.E2E_DATA_DIR ?? '', 'grant', me.email);
    await page.goto('/admin');
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Users' })
      .click();
    await page.getByLabel('Name or email').fill(email.toUpperCase());
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Wanda Wanted' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Wanda Wanted' })).toBeVisible();
    await expectSound(page);

    // The invalid field is marked, and the typed values stay.
    const give = page.getByRole('form', { name: 'Give tokens' });
    await give.getByLabel('Tokens').fill('5,000');
    await give.getByRole('button').click();
    await expect(give.getByLabel('Reason')).toHaveAccessibleDescription('Add a reason.');
    await expect(give.getByLabel('Tokens')).toHaveValue('5,000');
    await give.getByLabel('Reason').fill('A fault of ours');
    await give.getByRole('button').press('Enter');
    await expect(give.getByRole('status')).toHaveText('Tokens added.');
    await expect(page.getByRole('region', { name: 'Tokens' })).toContainText('Balance5,000');

    await page.getByRole('button', { name: 'Disable' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Disable' })).toBeFocused();
    await page.getByRole('button', { name: 'Disable' }).press('Enter');
    await question.getByRole('button', { name: 'Disable' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Enable' })).toBeFocused();
    // Their open tab is signed out.
    await expect(guest).toHaveURL(/\/auth\/login/);

    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(log.filter({ hasText: email }).filter({ hasText: 'Give tokens' })).toContainText(
      'A fault of ours',
    );
    await expect(log.filter({ hasText: email }).filter({ hasText: 'Disable' })).toContainText(
      'disabled: no → yes',
    );
    await other.close();
  });
});
