import { answers, expect, marker, messageField, questions, test } from './setup/journey.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a message of 600,000 characters and its answer of 3 MB open in full on request, in the chat and on a shared page', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  const sentence = 'Bread and butter, every day.\n';
  const pasted = `${sentence.repeat(Math.ceil(600_000 / sentence.length))}The very end.`;
  const behavior = marker({ kind: 'huge', chunkLength: 20_000 });
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${pasted} ${behavior}`);
  await messageField(page).press('ControlOrMeta+v');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(messageField(page)).toBeEnabled();
  await page.waitForURL('**/ai-lab/chat/*');
  await page.reload();

  const question = questions(page);
  await expect(question).toContainText('[Continues in the full text.]');
  await expect(question).not.toContainText('The very end.');
  await question.getByRole('button', { name: 'Show full text' }).click();
  await expect(question).toContainText('The very end.');
  await question.getByRole('button', { name: 'Show less' }).click();
  await expect(question).not.toContainText('The very end.');

  const answer = answers(page);
  await expect(answer).toContainText('[Continues in the full text.]');
  expect((await answer.innerText()).length).toBeLessThan(1_000);
  await answer.getByRole('button', { name: 'Show full text' }).click();
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(3_000_000);
  await answer.getByRole('button', { name: 'Show less' }).click();

  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share conversation' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue();
  const visitor = await browser.newPage();
  await visitor.goto(link);
  const shown = questions(visitor).getByRole('link', { name: 'Show full text' });
  const [full] = await Promise.all([visitor.waitForEvent('popup'), shown.click()]);
  await expect(full.locator('body')).toContainText('The very end.');
});
