import { onEachSize } from './setup/each-size.ts';
import {
  answers,
  ask,
  expect,
  fulfillAs,
  messageField,
  questions,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

const test = withOwnApp({ TRANSCRIPTION_MODEL: 'whisper-1', METERING: 'allowance' });

// One app serves them all: starting a second takes longer than they take one after another.
test.describe.configure({ mode: 'default' });

/** A microphone that hears a tone. Chromium's headless shell has none, not even a fake one. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const microphone = context.createMediaStreamDestination();
      tone.connect(microphone);
      tone.start();
      return Promise.resolve(microphone.stream);
    };
  }),
);

const HEARD = 'We open at nine on Saturday.';
const panel = (page: Page) => page.getByRole('group', { name: 'Dictation' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dictate = (page: Page) => button(page, 'Dictate');
const heard = (page: Page) => expect(panel(page).getByRole('timer')).toContainText(/0:0[1-9]/);

/** The height of the meter's highest bar, from 0 to 1. */
const loudest = (page: Page) =>
  panel(page)
    .locator('[style*=scaleY]')
    .evaluateAll((bars) =>
      Math.max(
        ...bars.map((bar) =>
          Number(/scaleY\(([\d.]+)\)/.exec((bar as HTMLElement).style.transform)?.[1]),
        ),
      ),
    );

onEachSize(({ viewport }) => {
  test('speech is recorded, paused, and put where the caret is, without sending anything', async ({
    page,
    signUp,
  }) => {
    await signUp();
    const field = messageField(page);
    await field.fill('Please post: Thanks!');
    await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(12, 12));
    await dictate(page).focus();
    await page.keyboard.press('Enter');
    await heard(page);
    await expect(button(page, 'Done')).toBeFocused();
    await expect.poll(() => loudest(page)).toBeGreaterThan(0.3);
    await expect(panel(page)).toContainText(/Recording.*\d tokens/);
    await expect(button(page, 'Send')).toBeDisabled();
    await expectSound(page);

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(button(page, 'Pause')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('status')).toHaveText('Paused');
    await expectSound(page);
    await page.setViewportSize(viewport);
    await button(page, 'Resume').click();
    await expect(panel(page).getByRole('status')).toHaveText('Recording');

    await button(page, 'Done').press('Enter');
    await expect(field).toHaveValue(`Please post: ${HEARD} Thanks!`);
    await expect(field).toBeFocused();
    expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionEnd)).toBe(41);
    await expect(panel(page)).toHaveCount(0);
    await expect(questions(page)).toHaveCount(0);

    // Canceling keeps what is there, and returns to the button.
    await dictate(page).click();
    await heard(page);
    await button(page, 'Cancel dictation').press('Enter');
    await expect(dictate(page)).toBeFocused();
    await expect(field).toHaveValue(`Please post: ${HEARD} Thanks!`);
    await button(page, 'Send').click();
    await expect(questions(page)).toContainText(HEARD);
  });

  test('a recording that wasn’t transcribed can be sent again, and says what happened', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await messageField(page).fill('Kept.');
    const sent: number[] = [];
    await page.route('**/api/dictation?*', async (route) => {
      sent.push(route.request().postDataBuffer()?.length ?? 0);
      if (sent.length === 1) return route.abort();
      if (sent.length === 2) return fulfillAs(route, { error: 'You have 5 tokens left.' }, 402);
      if (sent.length === 3) return fulfillAs(route, { text: '' });
      return route.continue();
    });
    await dictate(page).click();
    await heard(page);
    await button(page, 'Done').click();
    await expect(panel(page).getByRole('alert')).toHaveText(/^We couldn’t reach the server/);
    await expect(button(page, 'Try again')).toBeFocused();
    await expectSound(page);
    await page.setViewportSize(viewport);
    await page.keyboard.press('Enter');
    await expect(panel(page)).toContainText('You have 5 tokens left.');
    await button(page, 'Try again').click();
    await expect(panel(page)).toContainText('We didn’t hear any words.');
    expect(sent[0]).toBeGreaterThan(100);
    expect(sent).toEqual([sent[0], sent[0], sent[0]]);

    // There is nothing to send again, so it records.
    await button(page, 'Try again').click();
    await heard(page);
    await button(page, 'Done').click();
    await expect(messageField(page)).toHaveValue(`Kept. ${HEARD}`);
  });
});

test('a refused or missing microphone is explained, and what was typed stays', async ({
  page,
  signUp,
}) => {
  await signUp();
  await messageField(page).fill('Typed before');
  const refuse = (name: string) =>
    page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', error));
    }, name);
  await refuse('NotAllowedError');
  await dictate(page).click();
  await expect(panel(page).getByRole('alert')).toHaveText(/^Your browser blocked the microphone\./);
  await expectSound(page);
  await refuse('NotFoundError');
  await button(page, 'Try again').click();
  await expect(panel(page).getByRole('alert')).toHaveText(/^We can’t find a microphone\./);
  await button(page, 'Close').click();
  await expect(messageField(page)).toHaveValue('Typed before');

  await page.reload();
  await dictate(page).click();
  await heard(page);
});

/** What ends a recording, and what the person is told. */
const ENDS: Readonly<Record<string, { end: () => void; says: RegExp }>> = {
  'when the microphone is unplugged': {
    end: () => {
      const { recorder } = window as unknown as { recorder: MediaRecorder };
      for (const track of recorder.stream.getTracks()) track.dispatchEvent(new Event('ended'));
    },
    says: /^The microphone was disconnected\./,
  },
  'after ten minutes': {
    end: () => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 10 * 60_000;
    },
    says: /^That’s the longest recording/,
  },
  'at the size of a file': {
    end: () => {
      const { recorder } = window as unknown as { recorder: MediaRecorder };
      const data = new Blob([new Uint8Array(24_000_000)]);
      recorder.ondataavailable?.(new BlobEvent('dataavailable', { data }));
    },
    says: /^That’s the longest recording/,
  },
};

for (const [when, { end, says }] of Object.entries(ENDS)) {
  test(`a recording ends by itself ${when}, and isn’t lost`, async ({ page, signUp }) => {
    await signUp();
    await page.evaluate(() => {
      window.MediaRecorder = class extends MediaRecorder {
        constructor(...of: ConstructorParameters<typeof MediaRecorder>) {
          super(...of);
          Object.assign(window, { recorder: this });
        }
      };
    });
    await dictate(page).click();
    await heard(page);
    await page.evaluate(end);
    await expect(panel(page).getByRole('status')).toHaveText(says);
    await expect(button(page, 'Pause')).toHaveCount(0);
    await button(page, 'Done').click();
    await expect(messageField(page)).toHaveValue(HEARD);
  });
}

/** A browser with a German and an English voice, which speak until the test says that they are done. */
async function stubVoices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const voices = [
      { lang: 'de-DE', name: 'Anna', default: true, localService: true },
      { lang: 'en-US', name: 'Sam', default: false, localService: true },
    ];
    const spoken: string[] = [];
    let saying: { onend?: (() => void) | null } | null = null;
    class Utterance {
      lang = '';
      voice: { lang: string } | null = null;
      onend: (() => void) | null = null;
      onerror: (() => void) | null = null;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = {
      getVoices: () => voices,
      speak(utterance: Utterance) {
        saying = utterance;
        spoken.push(`${utterance.voice?.lang}: ${utterance.text}`);
      },
      cancel() {
        saying = null;
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.assign(window, {
      SpeechSynthesisUtterance: Utterance,
      spoken,
      isSpeaking: () => saying !== null,
      finishPart: () => saying?.onend?.(),
    });
  });
}

const spoken = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
const isSpeaking = (page: Page) =>
  page.evaluate(() => (window as unknown as { isSpeaking(): boolean }).isSpeaking());
const finishPart = (page: Page) =>
  page.evaluate(() => (window as unknown as { finishPart(): void }).finishPart());

async function choose(page: Page, answer: number, entry: string): Promise<void> {
  await answers(page).nth(answer).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('an answer is read aloud part by part in its language, and stops in every way', async ({
  page,
  signUp,
}) => {
  test.slow();
  await stubVoices(page);
  await signUp();
  const text =
    '## Wir sind da\n\nDas Brot ist **für die** ganze Familie und nicht teuer.\n\n```\ncode\n```';
  await ask(page, 'One', { text });
  await untilIdle(page);
  await ask(page, 'Two', { text: 'The bread is for you and for all of the family.' });
  await untilIdle(page);

  await choose(page, 0, 'Read aloud');
  const stop = page.getByRole('button', { name: 'Stop reading' });
  await expect.poll(() => spoken(page)).toEqual(['de-DE: Wir sind da']);
  await expectSound(page);
  await finishPart(page);
  await expect
    .poll(() => spoken(page))
    .toEqual(['de-DE: Wir sind da', 'de-DE: Das Brot ist für die ganze Familie und nicht teuer.']);

  // Another one takes its place, and ends by itself.
  await choose(page, 1, 'Read aloud');
  await expect.poll(async () => (await spoken(page)).at(-1)).toMatch(/^en-US: The bread/);
  await expect(stop).toHaveCount(1);
  await finishPart(page);
  await expect(stop).toHaveCount(0);

  await choose(page, 1, 'Read aloud');
  await stop.press('Enter');
  await expect(stop).toHaveCount(0);
  expect(await isSpeaking(page)).toBe(false);

  await choose(page, 1, 'Read aloud');
  await choose(page, 1, 'Stop reading');
  await expect(stop).toHaveCount(0);

  // Answering again replaces the answer; leaving the page ends the rest.
  await choose(page, 1, 'Read aloud');
  await expect(stop).toBeVisible();
  await answers(page).nth(1).getByRole('button', { name: 'Regenerate' }).click();
  await expect(stop).toHaveCount(0);
  expect(await isSpeaking(page)).toBe(false);
  await expect(answers(page).nth(1).getByRole('button', { name: 'More actions' })).toBeVisible();
  await choose(page, 0, 'Read aloud');
  await expect(stop).toBeVisible();
  await button(page, 'New Chat').click();
  await expect(answers(page)).toHaveCount(0);
  expect(await isSpeaking(page)).toBe(false);
});

test('without voices, an answer’s menu doesn’t offer to read it', async ({ page, signUp }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'speechSynthesis', { value: { getVoices: () => [] } });
  });
  await signUp();
  await ask(page, 'One', { text: 'Good morning.' });
  await untilIdle(page);
  await answers(page).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Check' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Read aloud' })).toHaveCount(0);
});
