import { expect, test, type Page } from './setup/journey.ts';
import { ageSessions } from './setup/sessions.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ACCOUNT = '/settings?tab=account';
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** A device of this browser that keeps passkeys, and whose owner always confirms. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return {
    /** Whether its owner shows a finger that it knows. */
    recognize: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether its owner touches it when it asks. */
    touch: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

test('a person adds a passkey by keyboard, signs in with it, confirms with it, and removes it', async ({
  page,
  signUp,
  baseURL,
}) => {
  const device = await addDevice(page);
  const { email } = await signUp({ opens: false });
  await page.goto(ACCOUNT);
  await section(page).getByRole('button', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await expect(section(page)).toContainText('Synced');
  await section(page).getByRole('button', { name: 'Rename' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Tina’s laptop');
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toContainText('Tina’s laptop');
  await expectSoundScreen(page, 'account with a passkey');

  // The same device again.
  await section(page).getByRole('button', { name: 'Add another passkey' }).click();
  await expect(section(page).getByRole('alert')).toContainText('already has a passkey');

  await page.request.post('/auth/logout', { headers: { origin: baseURL ?? '' } });
  await device.recognize(false);
  await page.goto(`/auth/login?redirectTo=${encodeURIComponent(ACCOUNT)}`);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Canceled or timed out.');
  await expectSoundScreen(page, 'sign-in with a passkey, refused');
  await device.recognize(true);
  await button.click();
  await expect(page).toHaveURL(/\/settings\?tab=account$/);
  await expect(page.getByRole('list', { name: 'Security activity' })).toContainText(
    'Signed in with a passkey',
  );

  await ageSessions(email);
  await section(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await section(page).getByRole('link', { name: 'Confirm it’s you' }).click();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=account$/);
  await section(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible();
});

test('the list of the email field signs in with a passkey', async ({ page, signUp, baseURL }) => {
  await addDevice(page);
  await signUp({ opens: false });
  await page.goto(ACCOUNT);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await page.request.post('/auth/logout', { headers: { origin: baseURL ?? '' } });
  await page.goto('/auth/login');
  // The virtual device answers the offer at once, as if its owner had chosen it in the list.
  await expect(page).toHaveURL(/\/ai-lab$/);
});
