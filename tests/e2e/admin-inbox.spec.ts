import { expect } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

// Its banner is for everybody.
const test = withOwnApp();

test.describe('an admin', () => {
  test.use({ provoked: /^(?:400|503): .*\/api\/admin\// });

  test('answers somebody, announces a maintenance, and finds both mail and banner', async ({
    page,
    app,
    signUp,
  }) => {
    const origin = app.url;
    const subject = `The press stands still ${Date.now()}`;
    const sent = await page.request.post('/api/email/webhook-handler', {
      data: {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        subject,
        message: 'It stops after a while.\n\n<b>Why?</b>',
      },
      headers: { origin },
    });
    expect(sent.ok()).toBe(true);

    const me = await signUp();
    await app.admin('grant', me.email);
    await page.goto('/admin');
    const pages = page.getByRole('navigation', { name: 'Admin' });
    await pages.getByRole('link', { name: 'Inbox' }).click();
    await page.getByLabel('Kind').selectOption('Support request');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: subject }).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(page.getByText('<b>Why?</b>')).toBeVisible();
    await expect(page.getByText('Sent by a visitor')).toBeVisible();

    // What is wrong is said at the field; what was typed outlives a lost network and a reload.
    const answer = page.getByRole('textbox', { name: 'Your answer to ada@example.com' });
    const send = page.getByRole('button', { name: 'Send the answer' });
    await send.click();
    await expect(answer).toHaveAccessibleDescription('Please write an answer.');
    await expect(answer).toBeFocused();
    await answer.fill('Please press the lever.\n\nSorry!');
    const replies = '**/api/admin/inbox/*/replies';
    await page.route(replies, (route) => route.abort());
    await send.click();
    await expect(page.getByRole('alert')).toHaveText(/could not be sent. It is still here/);
    await page.unroute(replies);
    await page.reload();
    await expect(answer).toHaveValue('Please press the lever.\n\nSorry!');
    await send.click();
    await expect(page.getByText('The answer is on its way.')).toBeVisible();
    await expect(answer).toHaveValue('');
    await expect(page.getByRole('listitem').filter({ hasText: 'press the lever' })).toContainText(
      me.email,
    );
    const state = page.getByRole('region', { name: 'State' });
    await expect(state.getByRole('status')).toHaveText('Answered');
    await expectSound(page);
    await state.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(state.getByRole('status')).toHaveText('Closed');
    await expect(state.getByRole('status')).toBeFocused();

    // The reply is in the outbox within moments.
    await expect(async () => {
      await pages.getByRole('link', { name: 'Mail outbox' }).click();
      await expect(page.getByRole('link', { name: `Re: ${subject}` })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await page.getByRole('link', { name: `Re: ${subject}` }).click();
    await expect(page.getByText('Please press the lever.')).toBeVisible();

    await pages.getByRole('link', { name: 'Maintenance' }).click();
    const announce = page.getByRole('button', { name: 'Announce' });
    await announce.click();
    await expect(page.getByLabel('End')).toHaveAccessibleDescription(/date and a time/);
    await page.getByLabel('Text').fill('New disks until {end}.');
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('End').fill(`${day}T18:30`);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
      /New disks until .* at 18:30/,
    );
    await expectSound(page);
    await announce.click();
    const banner = page.getByRole('region', { name: 'Maintenance', exact: true });
    await expect(banner).toContainText(/New disks until .* at 18:30/);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByLabel('Text')).toBeFocused();
    await pages.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByText('Announce maintenance').first()).toBeVisible();
    await expect(page.getByText('Reply to message').first()).toBeVisible();
  });
});
